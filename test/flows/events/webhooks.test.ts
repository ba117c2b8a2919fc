import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Webhook as WebhookResource, WebhookSecretAnswer } from '#contract/events/webhooks.ts';
import type { Break } from '#test/break.ts';
import { problemOf } from '#test/reading/answered.ts';
import {
  change,
  create,
  deliveryOf,
  env,
  runJob,
  scopes,
  sendTest,
  verify,
} from '#test/webhooks/endpoint.ts';
import { startReceiver } from '#test/webhooks/receiver.ts';
import { type Api, openApi } from '#test/world/api.ts';

describe('Webhooks', () => {
  let api: Api;
  before(async () => {
    api = await openApi({ env });
  });
  after(() => api[Symbol.asyncDispose]());

  test('an endpoint is sent each event once, signed so that foreign code verifies it', async () => {
    await using receiver = await startReceiver();
    const partner = await api.partner({ scopes });
    const { id, secret } = await create(partner, receiver, { types: ['job.completed'] });
    const job = await runJob(partner);
    const [delivery] = await receiver.until(1);
    assert.ok(delivery !== undefined);
    const verified = verify(delivery, secret);
    assert.equal(verified.type, 'job.completed');
    assert.equal(verified.data['job_uuid'], job.job_uuid);
    assert.equal(delivery.headers['webhook-id'], verified.id);
    assert.equal(delivery.headers['content-type'], 'application/json');
    const answer = await partner.get(`/events/${verified.id}`);
    assert.deepEqual(JSON.parse(answer.text), { ok: true, ...verified });
    const stored = await deliveryOf(partner, id, verified.id, 'delivered');
    assert.deepEqual([stored.attempts, stored.last_status, stored.next_attempt_at], [1, 204, null]);
    assert.equal(receiver.received.length, 1);
  });

  test('shows its secret once, and changes by PATCH', async () => {
    await using receiver = await startReceiver();
    const partner = await api.partner({ scopes });
    const created = await create(partner, receiver, { types: ['job.failed'], description: 'Ours' });
    assert.match(created.secret, /^whsec_/);
    const { secret: _, ...shown } = created;
    const one = `/webhooks/${created.id}`;
    assert.deepEqual(JSON.parse((await partner.get(one)).text), shown);
    const changed = await change(partner, one, { types: null, description: 'Theirs', enabled: false });
    assert.deepEqual([changed.types, changed.description, changed.enabled], [null, 'Theirs', false]);
    const { data } = JSON.parse((await partner.get('/webhooks')).text);
    assert.deepEqual(
      data.map(({ id }: WebhookResource) => id),
      [created.id],
    );
    assert.equal((await partner.request('DELETE', one)).status, 200);
    problemOf(await partner.get(one), 'webhook_not_found');
  });

  test('leaves nothing of its path in the log of changes, which shows that it was changed', async () => {
    const partner = await api.partner({ scopes });
    const origin = 'https://hooks.example';
    const made = await partner.post('/webhooks', { url: `${origin}/canary-1?token=canary-2` });
    const path = `/webhooks/${JSON.parse(made.text).id}`;
    await change(partner, path, { url: `${origin}/canary-3` });
    await change(partner, path, { url: 'https://other.example/canary-3' });
    await partner.request('DELETE', path);
    const entries = await api.database.query<{ url: readonly (string | null)[] }>(
      `select array[before ->> 'url', after ->> 'url', after ->> 'other_path'] as url from audit_log
       where client_id = $1 and action like 'webhook.%' order by id`,
      [partner.client.id],
    );
    const urls = entries.map(({ url }) => url);
    assert.deepEqual(urls, [
      [null, origin, null],
      [null, null, 'true'],
      [origin, 'https://other.example', null],
      ['https://other.example', null, null],
    ]);
  });

  test('is refused with an unknown type, an inner address, an eleventh endpoint, and to another client', async () => {
    await using receiver = await startReceiver();
    const partner = await api.partner({ scopes });
    problemOf(
      await partner.post('/webhooks', { url: receiver.url, types: ['job.finished'] }),
      'validation_error',
    );
    for (const url of ['https://10.0.0.1/', 'https://[::1]/', 'http://8.8.8.8/', 'not an address']) {
      problemOf(await partner.post('/webhooks', { url }), 'webhook_url_not_allowed');
    }
    const { id } = await create(partner, receiver);
    for (const since of ['2016-12-31T23:59:60Z', '0000-01-01T00:00:00Z']) {
      problemOf(await partner.post(`/webhooks/${id}/replay`, { since }), 'validation_error');
    }
    const since = '2026-01-01T00:00:00Z';
    problemOf(await partner.post(`/webhooks/${id}/replay`, { since, cursor: 'evt_x' }), 'validation_error');
    problemOf(await (await api.partner({ scopes })).get(`/webhooks/${id}`), 'webhook_not_found');
    problemOf(await (await api.partner()).get(`/webhooks/${id}`), 'insufficient_scope');
    for (let count = 2; count <= 10; count++) await create(partner, receiver);
    problemOf(await partner.post('/webhooks', { url: receiver.url }), 'too_many_webhooks');
  });

  test('signs by both secrets after a rotation, until the overlap is over', async () => {
    await using receiver = await startReceiver();
    const partner = await api.partner({ scopes });
    const { id, secret: first } = await create(partner, receiver);
    const rotated = await partner.post(`/webhooks/${id}/rotate-secret`, { overlap_seconds: 7_200 });
    const { secret: second, previous_secret_until: until }: WebhookSecretAnswer = JSON.parse(rotated.text);
    assert.notEqual(first, second);
    assert.ok(Date.parse(until ?? '') > Date.now());
    const [overlapping] = await sendTest(partner, id, receiver, 1);
    for (const secret of [first, second]) verify(overlapping, secret);
    const again = await partner.post(`/webhooks/${id}/rotate-secret`, { overlap_seconds: 3_600 });
    const third: WebhookSecretAnswer = JSON.parse(again.text);
    assert.equal(third.previous_secret_until, until);
    const [, both] = await sendTest(partner, id, receiver, 2);
    for (const secret of [first, second, third.secret]) verify(both, secret);
    await partner.post(`/webhooks/${id}/rotate-secret`, { overlap_seconds: 0 });
    const [, , later] = await sendTest(partner, id, receiver, 3);
    for (const secret of [first, second]) assert.throws(() => verify(later, secret));
  });
});

export const breaks: readonly Break[] = [
  {
    rule: 'The log of changes keeps the origin of an endpoint only',
    file: 'src/core/administration/change-webhook.ts',
    replace: 'return new URL(url).origin;',
    by: 'return url;',
  },
  {
    rule: 'The log of changes shows that only the path of an endpoint changed',
    file: 'src/core/administration/change-webhook.ts',
    replace: 'auditableWebhook(webhook: Webhook, earlier: Webhook = webhook)',
    by: 'auditableWebhook(webhook: Webhook, _: Webhook = webhook, earlier = webhook)',
  },
  {
    rule: 'Both secrets sign until the overlap is over',
    file: 'src/core/webhooks/webhook-secrets.ts',
    replace: '[secret, ...previousSecrets.filter(({ until }) => until > at)]',
    by: '[secret]',
  },
  {
    rule: 'A client has ten endpoints at most',
    file: 'src/core/administration/manage-webhooks.ts',
    replace: '>= limits.webhooks) throw',
    by: '> limits.webhooks) throw',
  },
  {
    rule: 'A second rotation ends no overlap',
    file: 'src/adapters/postgres/webhooks/webhook-store.ts',
    replace: 'JSON.stringify(previousSecrets.slice(-3))',
    by: "'[]'",
  },
];
