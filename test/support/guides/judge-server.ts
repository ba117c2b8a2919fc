import assert from 'node:assert/strict';
import { Webhook } from 'standardwebhooks';
import { request } from 'undici';
import type { ServedProgram } from './serve-program.ts';

export const receiverSecret = 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD4TkmnYHLHjA=';

/** A page with the launcher of the tenant, and a route whose token the tenant takes. */
export async function judgePage({ origin }: ServedProgram): Promise<void> {
  const page = await (await fetch(origin)).text();
  const [, tenantUrl = '', route = ''] =
    /<script src="(http[^"]+)\/launcher\.js"[^>]*data-token-endpoint="([^"]+)"/.exec(page) ?? [];
  const minted = await fetch(`${origin}${route}`, { method: 'POST', body: '{"reason":"boot"}' });
  const text = await minted.text();
  assert.equal(minted.status, 200, text);
  assert.equal(minted.headers.get('content-type')?.split(';')[0], 'application/json');
  const { token, expires_at }: Record<string, string> = JSON.parse(text);
  assert.ok(Date.parse(String(expires_at)) > Date.now());
  // Not every system resolves the hosts below localhost; browsers do.
  const { host, port } = new URL(tenantUrl);
  const headers = { Host: host, Authorization: `Bearer ${token}` };
  const used = await request(`http://127.0.0.1:${port}/chat/usage`, { headers });
  assert.equal(used.statusCode, 200, await used.body.text());
}

/** A page whose key is refused goes on running, and answers the launcher. */
export async function judgeRefusedPage({ origin }: ServedProgram): Promise<void> {
  for (let time = 0; time < 2; time += 1) {
    const minted = await fetch(`${origin}/api/chat-token`, { method: 'POST' });
    assert.equal(minted.status, 502, await minted.text());
  }
  assert.equal((await fetch(origin)).status, 200);
}

/** It takes what another program has signed with its secret, and nothing else. */
export async function judgeReceiver(receiver: ServedProgram): Promise<void> {
  const body = '{"id":"evt_1","type":"job.completed","data":{"job_uuid":"é1"}}';
  const deliver = async (secret: string, date: Date, sent = body, before = '') => {
    const signature = new Webhook(secret).sign('evt_1', date, body);
    const headers = {
      'Content-Type': 'application/json',
      'webhook-id': 'evt_1',
      'webhook-timestamp': String(Math.floor(date.getTime() / 1_000)),
      'webhook-signature': before + signature,
    };
    return (await fetch(receiver.origin, { method: 'POST', headers, body: sent })).status;
  };
  const now = new Date();
  assert.equal(await deliver(receiverSecret, now), 204);
  await receiver.printed(/job\.completed/);
  assert.equal(await deliver(receiverSecret, now, body, 'v1,bm90aGluZw== '), 204, 'two signatures');
  assert.equal(await deliver(receiverSecret, now, body.replace('1', '2')), 400, 'another body');
  assert.equal(await deliver(`whsec_${'A'.repeat(43)}=`, now), 400, 'another secret');
  assert.equal(await deliver(receiverSecret, new Date(now.getTime() - 600_000)), 400, 'an old one');
  const unsigned = await fetch(receiver.origin, { method: 'POST', body });
  assert.equal(unsigned.status, 400, 'no signature');
}
