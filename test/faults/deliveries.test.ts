import assert from 'node:assert/strict';
import { randomInt } from 'node:crypto';
import { after, describe, it } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { Random } from '#test/batches/random.ts';
import { until } from '#test/reading/until.ts';
import { deliveryStates } from '#test/webhooks/delivery-states.ts';
import { change, create, deliveryOf, env, scopes } from '#test/webhooks/endpoint.ts';
import { openHostile } from '#test/webhooks/hostile-receivers.ts';
import { type Received, startReceiver } from '#test/webhooks/receiver.ts';
import { byteServers } from '#test/webhooks/serve-bytes.ts';
import { openApi } from '#test/world/api.ts';
import { Partner } from '#test/world/partner.ts';
import { openReplaceableApi } from '#test/world/replaceable-api.ts';

const seconds = 45;

const { serve, close } = byteServers();
after(close);

describe('A delivery whose process is killed', () => {
  for (const [state, reach] of Object.entries(deliveryStates)) {
    it(`arrives under the same id when it was ${state}`, async () => {
      await using dying = await openApi({ env });
      await using receiver = await startReceiver();
      const silent = await serve(() => undefined);
      const partner = await dying.partner({ scopes });
      const id = await reach({ api: dying, partner, receiver, silent });
      const before = [...receiver.received];
      const [stored] = await dying.database.query<{ name: string; state: string; attempts: number }>(
        `update webhook_deliveries set due_at = now() where webhook_id = $1 and lease_id is not null
         returning 'evt_' || event_id as name, state, attempts`,
        [id],
      );
      assert.deepEqual([stored?.state, stored?.attempts], ['pending', 1]);
      receiver.answer = (_, response) => response.writeHead(204).end();
      await using next = await openApi({ env, databaseUrl: dying.databaseUrl });
      const again = new Partner(next, partner.client, partner.key);
      await change(again, `/webhooks/${id}`, { url: receiver.url });
      await until(() => receiver.received.length > before.length);
      for (const { headers, body } of receiver.received) {
        assert.equal(headers['webhook-id'], stored?.name);
        assert.equal(body, receiver.received[0]?.body);
      }
      await deliveryOf(again, id, stored?.name ?? '', 'delivered');
    });
  }
});

it('every event arrives beside hostile receivers, while processes are killed again and again', {
  timeout: 300_000,
}, async (t) => {
  const seed = Number(process.env['PARLEY_FAULT_SEED'] ?? randomInt(2 ** 31));
  t.diagnostic(`PARLEY_FAULT_SEED=${seed}`);
  const random = new Random(seed);
  await using replaceable = await openReplaceableApi(2, env);
  const { api } = replaceable;
  await using receiver = await startReceiver();
  const failedOnce = new Set<string>();
  receiver.answer = (received, response) => {
    const id = received.headers['webhook-id'] ?? '';
    const fails = !failedOnce.has(id) && random.below(5) === 0;
    failedOnce.add(id);
    response.writeHead(fails ? 500 : 204).end();
  };
  const good = await api.partner({ scopes });
  const { id } = await create(good, receiver, { types: ['job.completed'] });
  const bad = await api.partner({ scopes });
  const hostile = await openHostile(serve);
  for (const { url } of hostile.servers) {
    const answer = await bad.post('/webhooks', { url, types: ['job.completed'] });
    assert.equal(answer.status, 201, answer.text);
  }

  const jobs: string[] = [];
  const ends = performance.now() + seconds * 1_000;
  let kills = 0;
  const killing = (async () => {
    while (performance.now() < ends) {
      await delay(2_000 + random.below(3_000));
      await replaceable.replace(kills % 2);
      kills += 1;
    }
  })();
  while (performance.now() < ends) {
    for (const partner of [good, bad]) {
      const body = { prompt: 'A question', context: { external_user_id: `user-${random.below(20)}` } };
      // A process that was killed answers nothing; whether the job was stored, the log of events says.
      const answer = await partner.post('/jobs', body, { process: random.below(2) }).catch(() => null);
      if (answer?.status === 202 && partner === good) jobs.push(JSON.parse(answer.text).job_uuid);
    }
    await delay(100);
  }
  await killing;
  const arrived = () => new Map(receiver.received.map((one) => [String(one.event.data['job_uuid']), one]));
  await until(() => jobs.every((job) => arrived().has(job)), 120);
  checkIds(receiver.received);
  const left = () =>
    api.database.query(`select from webhook_deliveries where webhook_id = $1 and state <> 'delivered'`, [id]);
  await until(async () => (await left()).length === 0, 120);
  assert.equal(hostile.redirected(), 0, 'a redirect was followed');
  await api.database.query('update webhooks set enabled = false where client_id = $1', [bad.client.id]);
  for (const server of hostile.servers) await until(async () => (await server.open()) === 0, 40);
  t.diagnostic(`${jobs.length} jobs, ${receiver.received.length} tries, ${kills} kills`);
  assert.ok(jobs.length > 50 && kills > 5, 'too little happened to show anything');
});

/** All tries of an event share an id, and no two events do. */
function checkIds(received: readonly Received[]): void {
  const bodies = new Map<string, string>();
  for (const { headers, body, event } of received) {
    const id = headers['webhook-id'] ?? '';
    assert.equal(id, event.id);
    assert.equal(bodies.get(id) ?? body, body);
    bodies.set(id, body);
  }
  const jobs = [...bodies.values()].map((body) => JSON.parse(body).data.job_uuid);
  assert.equal(new Set(jobs).size, jobs.length, 'a job has two events');
}
