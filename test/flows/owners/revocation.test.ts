import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import type { Break } from '#test/break.ts';
import { problemOf, readAnswer } from '#test/reading/answered.ts';
import { parseEvents } from '#test/reading/events.ts';
import { until } from '#test/reading/until.ts';
import { type Api, openApi, testSecret } from '#test/world/api.ts';
import type { Partner } from '#test/world/partner.ts';
import { runCommand } from '#test/world/process.ts';

const processes = [0, 1];

describe('What the operator changes while two processes run', () => {
  let api: Api;
  before(async () => {
    api = await openApi({ processes: 2 });
  });
  after(() => api[Symbol.asyncDispose]());

  async function parley(...words: string[]) {
    const env = { DATABASE_URL: api.databaseUrl, PARLEY_SECRET: testSecret };
    const { code, stdout, stderr } = await runCommand([...words, '--json'], { env });
    assert.equal(code, 0, stderr);
    return JSON.parse(stdout);
  }

  /** Both processes have cached the client by now. */
  async function known(partner: Partner): Promise<void> {
    for (const process of processes) assert.equal((await partner.send({}, { process })).status, 200);
  }

  test('a rotated key is refused at once by both, and the new one serves', async () => {
    const partner = await api.partner();
    await known(partner);
    const { api_key } = await parley('client', 'rotate-key', partner.client.slug);
    const before = await partner.traces();
    for (const process of processes) {
      problemOf(await partner.send({}, { process }), 'invalid_api_key');
      problemOf(await partner.get('/usage?external_user_id=u', { process }), 'invalid_api_key');
      problemOf(await partner.get('/nothing', { process }), 'invalid_api_key');
    }
    assert.deepEqual(await partner.traces(), before);
    const headers = { authorization: `Bearer ${api_key}` };
    for (const process of processes) assert.equal((await partner.send({}, { process, headers })).status, 200);
  });

  test('a replaced key reads no further: what it follows and waits for is cut, what it has sent is answered', async () => {
    const partner = await api.partner();
    const { promise: rest, resolve: goOn } = Promise.withResolvers<void>();
    api.provider.enqueue({ stallAfter: 1, resume: rest });
    const sent = await partner.open();
    const [job, owner] = [`/jobs/${sent.headers.get('x-job-id')}`, 'external_user_id=user-1'];
    await until(async () => (await partner.output(sent.headers.get('x-job-id'))).text !== '');
    const { cursor } = await partner.output(sent.headers.get('x-job-id'));
    const followed = await partner.request('GET', `${job}/stream?${owner}`);
    const waiting = partner.get(`${job}/output?${owner}&after=${cursor}&wait=30`, { process: 1 });
    const isCut = waiting.then(
      () => false,
      () => true,
    );
    await until(async () => (await api.database.query('select from turn_readers')).length > 0);
    await parley('client', 'rotate-key', partner.client.slug);
    const rotated = performance.now();
    assert.equal((await readAnswer(followed)).complete, false);
    assert.equal(await isCut, true);
    // Without the watch, the one would end with the answer and the other after half a minute.
    assert.ok(performance.now() - rotated < 10_000);
    goOn();
    assert.equal((await readAnswer(sent)).complete, true);
  });

  for (const [name, body] of [
    ['of a wrong shape', { unknown: true }],
    ['that is no JSON', 'no json'],
    ['that is too large', 'x'.repeat(600_000)],
  ] as const) {
    test(`a rotated key is refused as rotated before anything about a body ${name}`, async () => {
      const partner = await api.partner();
      await known(partner);
      await partner.change({ key_hash: randomBytes(32) });
      for (const process of processes) {
        problemOf(await partner.post('/stream', body, { process }), 'invalid_api_key');
      }
    });
  }

  test('a revoked client is refused at once by both, and its open streams are cut', async () => {
    const partner = await api.partner();
    await known(partner);
    api.provider.enqueue({ stallAfter: 1 }, { stallAfter: 1 }, { silent: true });
    const accept = { headers: { accept: 'text/event-stream' } };
    const text = await partner.open();
    const events = await partner.open({}, { process: 1, ...accept });
    const calls = api.provider.received;
    const held = partner.send({}, { process: 1 });
    const call = await api.provider.waitForCall(calls + 1);
    await parley('client', 'revoke', partner.client.slug);
    const revoked = performance.now();
    for (const process of processes) {
      problemOf(await partner.send({}, { process }), 'client_disabled');
      problemOf(await partner.send({ unknown: true }, { process }), 'client_disabled');
      problemOf(await partner.get('/usage?external_user_id=u', { process }), 'client_disabled');
    }
    assert.equal((await readAnswer(text)).complete, false);
    assert.equal(parseEvents((await readAnswer(events)).text).at(-1)?.data['code'], 'client_disabled');
    assert.deepEqual(await held.then(({ status, complete }) => [status, complete]), [200, false]);
    await api.provider.waitForAbort(call);
    // Without the revocation, the provider's limits would end these answers after a minute.
    assert.ok(performance.now() - revoked < 30_000);
    await parley('client', 'enable', partner.client.slug);
    for (const process of processes) assert.equal((await partner.send({}, { process })).status, 200);
    const jobs = await api.database.query<{ state: string }>(
      `select state from turns where client_id = $1 and state not in ('completed', 'cancelled')`,
      [partner.client.id],
    );
    assert.deepEqual(jobs, []);
  });

  test('limits, flags and the subscription hold from the next request on, in both directions', async () => {
    const partner = await api.partner();
    await known(partner);
    const update = (...options: string[]) => parley('client', 'update', partner.client.slug, ...options);
    const deep = { options: { detailed_response: true } };
    await update('--daily-limit', '0');
    for (const process of processes) problemOf(await partner.send({}, { process }), 'quota_exceeded');
    await update('--daily-limit', 'none', '--deep-dive', 'on');
    for (const process of processes) assert.equal((await partner.send(deep, { process })).status, 200);
    await update('--deep-dive', 'off', '--subscription', 'canceled');
    for (const process of processes) problemOf(await partner.send({}, { process }), 'subscription_inactive');
    await update('--subscription', 'active');
    for (const process of processes) {
      problemOf(await partner.send(deep, { process }), 'deep_dive_not_enabled');
      assert.equal((await partner.send({}, { process })).status, 200);
    }
  });

  test('a lapsed subscription stops sends, and leaves reads, feedback and deletion open', async () => {
    const partner = await api.partner();
    const { headers } = await partner.send();
    const path = `/conversations/${headers.get('x-conversation-id')}`;
    const query = '?external_user_id=user-1';
    await partner.change({ subscription_status: 'past_due' });
    problemOf(await partner.send(), 'subscription_inactive');
    const open = [
      await partner.get(`/conversations${query}`),
      await partner.get(`${path}${query}`),
      await partner.get(`/usage${query}`),
      await partner.get(`/jobs/${headers.get('x-job-id')}${query}`),
      await partner.post(`${path}/feedback${query}`, { rating: 'up' }),
      await readAnswer(await partner.request('DELETE', `${path}${query}`)),
    ];
    for (const { status, text } of open) assert.equal(status, 200, text);
  });
});

export const breaks: readonly Break[] = [
  {
    rule: 'A subscription that is past due sends nothing',
    file: 'src/core/identity/gate.ts',
    replace: "return status === 'trial' || status === 'active';",
    by: "return status !== 'canceled';",
  },
  {
    rule: 'The key of a revoked client is refused',
    file: 'src/core/identity/authenticate.ts',
    replace: 'if (!client.enabled) throw errors.clientDisabled();',
    by: '',
  },
  {
    rule: 'What is known of a client from memory is enough for admissions only',
    file: 'src/core/identity/authenticate.ts',
    replace: "if (isUsable && freshness === 'cached') return known.client;",
    by: 'if (isUsable) return known.client;',
  },
  {
    rule: 'An admission is refused where the client has changed since it was read',
    file: 'src/core/turn/admission/admission-rules.ts',
    replace: 'return clientVersion === client.version && isCounted',
    by: 'return isCounted',
  },
  {
    rule: 'a key that is replaced reads no further',
    file: 'src/http/hosts/api-host.ts',
    replace: 'options.watch.watch(reply.raw, { clientId: caller.client.id, keyHash: caller.keyHash });',
    by: '',
  },
  {
    rule: 'a key that is replaced has its answer to the end',
    file: 'src/http/hosts/api-host.ts',
    replace: "if (method !== 'GET' || caller?.kind !== 'api') return;",
    by: "if (caller?.kind !== 'api') return;",
  },
];
