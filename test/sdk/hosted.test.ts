import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Break } from '#test/break.ts';
import { ConfigurationError, Parley } from '../../src/sdk/index.ts';
import { ScriptedService } from './scripted-service.ts';
import {
  conversationUuid,
  delta,
  done,
  events,
  eventsThenCut,
  job,
  jobUuid,
  json,
  meta,
  usage,
  user,
} from './wire-answers.ts';

test("a token speaks to the tenant's host and says nothing about identity", async () => {
  await using service = await ScriptedService.start();
  const client = new Parley({ token: 'jwt', tenantUrl: `${service.origin}/` });
  service
    .on('POST /chat/stream', eventsThenCut(meta, delta('Hel')))
    .on(`GET /chat/jobs/${jobUuid}/stream`, events(delta('lo', 'Hel'), done))
    .on('GET /chat/usage', json({ ok: true, usage }))
    .on(`POST /chat/jobs/${jobUuid}/cancel`, json(job('completed')))
    .on(`PATCH /chat/conversations/${conversationUuid}`, json({ ok: true }));
  assert.equal(await client.stream({ prompt: 'Hi', externalUserId: user }).text(), 'Hello');
  await client.usage.get({ externalUserId: user });
  await client.jobs.cancel(jobUuid);
  await client.conversations.rename(conversationUuid, { title: 'Plans' });
  assert.equal(service.calls.length, 5);
  assert.deepEqual(service.calls[0]?.body, { prompt: 'Hi', options: { on_disconnect: 'continue' } });
  for (const { query, headers } of service.calls) {
    assert.equal(query.has('external_user_id'), false);
    assert.equal(headers.authorization, 'Bearer jwt');
  }
});

test('a token comes with its own facts, and a question with the page that is open', async () => {
  await using service = await ScriptedService.start();
  const client = new Parley({ token: 'jwt', tenantUrl: service.origin });
  service.on('POST /chat/stream', events(meta, done));
  const page = { url: 'https://example.com/prices' };
  await client.stream({ prompt: 'Hi', externalUserId: user, context: { page } }).text();
  assert.partialDeepStrictEqual(service.calls[0]?.body, { prompt: 'Hi', context: { page } });
  assert.doesNotMatch(JSON.stringify(service.calls[0]?.body), /external_user_id|facts/);
});

test('a function gives the token of every request', async () => {
  await using service = await ScriptedService.start();
  service.on('GET /chat/usage', json({ ok: true, usage }));
  const tokens = ['first', 'second'];
  const client = new Parley({ token: async () => tokens.shift() ?? '', tenantUrl: service.origin });
  await client.usage.get();
  await client.usage.get();
  assert.deepEqual(
    service.calls.map(({ headers }) => headers.authorization),
    ['Bearer first', 'Bearer second'],
  );
});

test('what a tenant does not offer is refused without a request', async () => {
  await using service = await ScriptedService.start();
  const client = new Parley({ token: 'jwt', tenantUrl: service.origin });
  await assert.rejects(client.jobs.create({ prompt: 'Hi' }), ConfigurationError);
  await assert.rejects(client.hostedSessions.create({ externalUserId: user }), ConfigurationError);
  await assert.rejects(client.providers.list(), ConfigurationError);
  await assert.rejects(client.health(), ConfigurationError);
  const put = client.documents.put('a', 'd', 'text', { mediaType: 'text/plain' });
  await assert.rejects(put, ConfigurationError);
  for (const ask of [
    () => client.documents.get('a', 'd'),
    () => client.documents.list('a'),
    () => client.documents.search('a', 'q'),
    () => client.documents.delete('a', 'd'),
    () => client.guidance.get('a'),
    () => client.guidance.update('a', 'text'),
    () => client.guidance.publish('a'),
    () => client.keys.rotate(),
    () => client.toolServers.list(),
  ]) {
    await assert.rejects(ask(), ConfigurationError, String(ask));
  }
  assert.deepEqual(service.calls, []);
});

test('an API key is refused where a page or its worker runs, a token is not', () => {
  for (const name of ['document', 'DedicatedWorkerGlobalScope', 'SharedWorkerGlobalScope']) {
    Object.defineProperty(globalThis, name, { value: {}, configurable: true });
    try {
      assert.throws(() => new Parley({ apiKey: 'parley_sk_test', baseUrl: 'http://localhost:8080/v1' }), {
        name: 'ConfigurationError',
        message: /must never reach a browser/,
      });
      assert.ok(new Parley({ token: 'jwt', tenantUrl: 'http://acme.localhost:8080' }));
    } finally {
      Reflect.deleteProperty(globalThis, name);
    }
  }
});

export const breaks: readonly Break[] = [
  {
    rule: 'The client package sends nothing about tool servers with a token',
    file: 'src/sdk/resources/tool-servers.ts',
    replace: "    apiKeyOnly(this.#transport, 'toolServers');\n",
    by: '',
  },
  {
    rule: 'The client package stores no document with a token',
    file: 'src/sdk/resources/documents.ts',
    replace: "    apiKeyOnly(this.#transport, 'documents.put');\n",
    by: '',
  },
  {
    rule: 'The client package publishes nothing with a token',
    file: 'src/sdk/resources/guidance.ts',
    replace: "    apiKeyOnly(this.#transport, 'guidance.publish');\n",
    by: '',
  },
];
