import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { after, before, describe, test } from 'node:test';
import type { Webhook as WebhookResource } from '#contract/events/webhooks.ts';
import type { Break } from '#test/break.ts';
import { until } from '#test/reading/until.ts';
import {
  create,
  deliveries,
  deliveryOf,
  env,
  readDelivery,
  runJob,
  scopes,
  sendTest,
  verify,
} from '#test/webhooks/endpoint.ts';
import { startReceiver } from '#test/webhooks/receiver.ts';
import { byteServers } from '#test/webhooks/serve-bytes.ts';
import { type Api, openApi, testSecret } from '#test/world/api.ts';

describe('A delivery', () => {
  let api: Api;
  before(async () => {
    api = await openApi({ env });
  });
  after(() => api[Symbol.asyncDispose]());

  test('retries what failed, under the same id, and shows each attempt', async () => {
    await using receiver = await startReceiver();
    const partner = await api.partner({ scopes });
    const { id } = await create(partner, receiver);
    receiver.answer = (_, response) => response.writeHead(500).end('no '.repeat(1_000));
    const [first] = await sendTest(partner, id, receiver, 1);
    const event = first?.headers['webhook-id'] ?? '';
    const failed = await until(async () => {
      const delivery = await readDelivery(partner, id, event);
      return delivery.tries.length > 0 && delivery;
    });
    assert.deepEqual(
      [failed.state, failed.last_status, failed.tries[0]?.reply.length],
      ['pending', 500, 1024],
    );
    const delay = Date.parse(failed.next_attempt_at ?? '') - Date.parse(failed.tries.at(-1)?.at ?? '');
    assert.ok(delay >= 4_000, `${delay} ms`);
    assert.notEqual(JSON.parse((await partner.get(`/webhooks/${id}`)).text).failing_since, null);
    receiver.answer = (_, response) => response.writeHead(204).end();
    assert.equal((await partner.post(`/webhooks/${id}/deliveries/${event}/retry`, {})).status, 202);
    const [, second] = await receiver.until(2);
    assert.equal(second?.headers['webhook-id'], event);
    assert.equal(second?.body, first?.body);
    await deliveryOf(partner, id, event, 'delivered');
    assert.equal(JSON.parse((await partner.get(`/webhooks/${id}`)).text).failing_since, null);
  });

  test('ends with 410, notifies the others, and resumes once it is enabled; what was missed is replayed', async () => {
    await using receiver = await startReceiver();
    await using other = await startReceiver();
    const partner = await api.partner({ scopes });
    const since = new Date().toISOString();
    await create(partner, other, { types: ['webhook.disabled'] });
    const { id } = await create(partner, receiver, { types: ['job.completed', 'webhook.test'] });
    receiver.answer = (_, response) => response.writeHead(410).end();
    await sendTest(partner, id, receiver, 1);
    const [told] = await other.until(1);
    assert.deepEqual(told?.event.data, { webhook_id: id, url: new URL(receiver.url).origin, reason: 'gone' });
    const disabled: WebhookResource = JSON.parse((await partner.get(`/webhooks/${id}`)).text);
    assert.deepEqual([disabled.enabled, disabled.disabled_reason], [false, 'gone']);
    const job = await runJob(partner);
    receiver.answer = (_, response) => response.writeHead(204).end();
    const enabled = JSON.parse((await partner.post(`/webhooks/${id}/enable`, {})).text);
    assert.deepEqual([enabled.enabled, enabled.disabled_reason, enabled.failing_since], [true, null, null]);
    const replay = await partner.post(`/webhooks/${id}/replay`, { since, only_failed: true });
    assert.deepEqual(JSON.parse(replay.text), {
      ok: true,
      deliveries: 2,
      has_more: false,
      next_cursor: null,
    });
    const [, ...replayed] = await receiver.until(3);
    assert.deepEqual(replayed.map(({ event }) => event.type).toSorted(), ['job.completed', 'webhook.test']);
    assert.ok(replayed.some(({ event }) => event.data['job_uuid'] === job.job_uuid));
    await until(async () => (await deliveries(partner, id, 'delivered')).length === 2);
    const again = await partner.post(`/webhooks/${id}/replay`, { since, only_failed: true });
    assert.equal(JSON.parse(again.text).deliveries, 0);
  });

  test('is disabled after failing for five days and twenty attempts, and not before; administrators get an email', async () => {
    await using receiver = await startReceiver();
    const partner = await api.partner({ scopes });
    await api.database.query(
      `insert into hosted_users (client_id, id, email, password_hash, admin) values ($1, gen_random_uuid(), $2, '', true)`,
      [partner.client.id, 'admin@example.org'],
    );
    const { id } = await create(partner, receiver);
    receiver.answer = (_, response) => response.writeHead(500).end();
    const failFor = (interval: string, failures: number) =>
      api.database.query(
        `update webhooks set failing_since = now() - $2::interval, failures = $3 where id = $1`,
        [id, interval, failures],
      );
    const isEnabledAfter = async (count: number) => {
      await sendTest(partner, id, receiver, count);
      await until(async () =>
        (await deliveries(partner, id)).every(
          ({ attempts, last_status }) => attempts > 0 && last_status !== null,
        ),
      );
      return JSON.parse((await partner.get(`/webhooks/${id}`)).text).enabled;
    };
    await failFor('6 days', 2);
    assert.equal(await isEnabledAfter(1), true);
    await failFor('4 days', 30);
    assert.equal(await isEnabledAfter(2), true);
    await failFor('6 days', 30);
    assert.equal(await isEnabledAfter(3), false);
    await api.serviceOf().printed(/An email was written to the outbox/);
  });

  test('takes no more than 4 deliveries at a time before it has answered any, and a hanging receiver delays no other', async () => {
    await using receiver = await startReceiver();
    await using other = await startReceiver();
    const partner = await api.partner({ scopes });
    let open = 0;
    let most = 0;
    const held: (() => void)[] = [];
    receiver.answer = (_, response) => {
      open += 1;
      most = Math.max(most, open);
      held.push(() => {
        open -= 1;
        response.writeHead(204).end();
      });
    };
    const { id } = await create(partner, receiver);
    for (let count = 0; count < 6; count++) await partner.post(`/webhooks/${id}/test`, {});
    await receiver.until(4);
    const { id: free } = await create(partner, other);
    await sendTest(partner, free, other, 1);
    assert.equal(open, 4);
    await until(() => {
      for (const release of held.splice(0)) release();
      return receiver.received.length >= 6;
    });
    assert.ok(most <= 4, `${most} at a time`);
  });

  test('arrives after kill -9 in the middle of an attempt, under the same id, from a process with another master secret and a proxy', async (t) => {
    await using dying = await openApi({ env });
    await using receiver = await startReceiver();
    const partner = await dying.partner({ scopes });
    const { id, secret } = await create(partner, receiver);
    receiver.answer = () => dying.serviceOf().kill('SIGKILL');
    const [first] = await sendTest(partner, id, receiver, 1);
    await dying.serviceOf().exited;
    receiver.answer = (_, response) => response.writeHead(204).end();
    // Its lease would run out by itself, in half a minute.
    const leased = await dying.database.query(
      'update webhook_deliveries set due_at = now() returning lease_id',
    );
    assert.equal(leased.length, 1);
    const { serve, close } = byteServers();
    t.after(close);
    const asked: string[] = [];
    const proxy = await serve((socket, begin) => {
      asked.push(begin.split('\r\n')[0] ?? '');
      const target = connect(Number(new URL(receiver.url).port), '127.0.0.1');
      target.write(begin, 'latin1');
      socket.pipe(target).pipe(socket);
    });
    const changed = {
      PARLEY_SECRET: 'another secret of more than thirty-two characters',
      PARLEY_SECRET_PREVIOUS: testSecret,
      PARLEY_WEBHOOK_PROXY: proxy.url,
    };
    await using next = await openApi({ env: { ...env, ...changed }, databaseUrl: dying.databaseUrl });
    const [, second] = await receiver.until(2);
    assert.deepEqual(asked, [`POST ${receiver.url} HTTP/1.1`]);
    verify(second, secret);
    assert.equal(second?.headers['webhook-id'], first?.headers['webhook-id']);
    await until(async () => {
      const rows = await next.database.query<{ state: string }>('select state from webhook_deliveries');
      return rows[0]?.state === 'delivered';
    });
  });
});

export const breaks: readonly Break[] = [
  {
    rule: 'Other endpoints learn the origin only of one that is disabled',
    file: 'database/functions/11-webhooks.sql',
    replace: "substring(w.url from '^[a-z]+://[^/?#]+')",
    by: 'w.url',
  },
  {
    rule: 'Webhooks go through the proxy that is configured',
    file: 'src/app/events/start-webhooks.ts',
    replace: 'proxy: config.webhookProxy?.reveal() ?? null,',
    by: 'proxy: null,',
  },
  {
    rule: 'Webhooks keep their secret while the master secret before is configured',
    file: 'src/app/events/start-webhooks.ts',
    replace: 'return new WebhookSecrets(secret, previousSecret?.reveal() ?? null);',
    by: 'return new WebhookSecrets(secret, previousSecret === null ? null : null);',
  },
  {
    rule: 'An endpoint takes 4 deliveries at a time',
    file: 'src/core/webhooks/webhook-courier.ts',
    replace: 'const perEndpoint = 4;',
    by: 'const perEndpoint = 6;',
  },
  {
    rule: 'An endpoint that answers 410 is disabled',
    file: 'src/core/webhooks/decide-attempt.ts',
    replace: "if (status === 410) return { kind: 'gone' };",
    by: '',
  },
  {
    rule: 'An endpoint is disabled only after failing for days and often',
    file: 'database/functions/11-webhooks.sql',
    replace: 'w.failures < p_tries or w.failing_since > now() - make_interval(days => p_days)',
    by: 'w.failures < p_tries and w.failing_since > now() - make_interval(days => p_days)',
  },
  {
    rule: 'A success ends a row of failures',
    file: 'database/functions/11-webhooks.sql',
    replace: `update webhooks set failing_since = null, failures = 0
      where client_id = p_client and id = p_webhook and failing_since is not null;`,
    by: '',
  },
  {
    rule: 'A try whose process died is made again',
    file: 'database/functions/11-webhooks.sql',
    replace: 'due_at = now() + p_lease_time, attempts = d.attempts + 1',
    by: 'due_at = null, attempts = d.attempts + 1',
  },
];
