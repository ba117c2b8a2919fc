import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Break } from '#test/break.ts';
import { ConnectionError, type Parley } from '../../../src/sdk/index.ts';
import { startPair } from '../client.ts';
import { hangUp, json, user } from '../wire-answers.ts';

const as = { externalUserId: user };
type Call = readonly [route: string, ask: (client: Parley) => Promise<unknown>];

/** A second arrival would make another, or be answered as if the first had not been. */
const once: readonly Call[] = [
  ['DELETE /v1/conversations/a', ({ conversations }) => conversations.delete('a', as)],
  [
    'POST /v1/webhooks',
    ({ webhooks }) => webhooks.create({ url: 'https://hooks.example.com/', types: null }),
  ],
  ['DELETE /v1/webhooks/w', ({ webhooks }) => webhooks.delete('w')],
  ['POST /v1/webhooks/w/rotate-secret', ({ webhooks }) => webhooks.rotateSecret('w', 60)],
  ['POST /v1/webhooks/w/test', ({ webhooks }) => webhooks.test('w')],
  ['POST /v1/webhooks/w/replay', ({ webhooks }) => webhooks.replay('w', { since: new Date(0) })],
  ['POST /v1/keys/rotate', ({ keys }) => keys.rotate()],
  ['DELETE /v1/agents/a/documents/d', ({ documents }) => documents.delete('a', 'd')],
  [
    'POST /v1/tool-servers',
    ({ toolServers }) => toolServers.create({ name: 'shop', url: 'https://tools.example.com/' }),
  ],
  ['DELETE /v1/tool-servers/s', ({ toolServers }) => toolServers.delete('s')],
  ['POST /v1/tool-servers/s/rotate-secret', ({ toolServers }) => toolServers.rotateSecret('s', 60)],
  ['DELETE /v1/tool-servers/s/tools/t', ({ toolServers }) => toolServers.withdraw('s', 't')],
  [
    'POST /v1/tool-servers/s/tools/t/call',
    ({ toolServers }) => toolServers.call('s', 't', { arguments: {} }),
  ],
];
for (const [route, ask] of once) {
  test(`${route} is not sent again when its answer was lost`, async () => {
    await using pair = await startPair();
    pair.service.on(route, hangUp);
    await assert.rejects(ask(pair.client), ConnectionError);
    assert.equal(pair.service.calls.length, 1);
  });
}

/** The same twice is the same as once. */
const again: readonly Call[] = [
  ['GET /v1/conversations/a', ({ conversations }) => conversations.get('a', as)],
  ['PATCH /v1/conversations/a', ({ conversations }) => conversations.rename('a', { ...as, title: 'A' })],
  [
    'POST /v1/conversations/a/feedback',
    ({ conversations }) => conversations.feedback('a', { ...as, rating: 'up' }),
  ],
  ['PUT /v1/blocked-users', ({ blockedUsers }) => blockedUsers.block(as)],
  ['POST /v1/hosted-session', ({ hostedSessions }) => hostedSessions.create(as)],
  ['PATCH /v1/webhooks/w', ({ webhooks }) => webhooks.update('w', { types: null })],
  ['POST /v1/webhooks/w/enable', ({ webhooks }) => webhooks.enable('w')],
  ['POST /v1/actions/a', ({ actions }) => actions.confirm('a', as)],
  ['PUT /v1/agents/a/guidance', ({ guidance }) => guidance.update('a', 'Be brief.')],
  ['POST /v1/agents/a/guidance/publish', ({ guidance }) => guidance.publish('a')],
  [
    'PUT /v1/agents/a/documents/d',
    ({ documents }) => documents.put('a', 'd', '{}', { mediaType: 'text/plain' }),
  ],
  ['PATCH /v1/tool-servers/s', ({ toolServers }) => toolServers.update('s', { enabled: true })],
  ['POST /v1/tool-servers/s/refresh', ({ toolServers }) => toolServers.refresh('s')],
  ['POST /v1/tool-servers/s/enable', ({ toolServers }) => toolServers.enable('s')],
  [
    'PUT /v1/tool-servers/s/tools/t',
    ({ toolServers }) =>
      toolServers.approve('s', 't', { offeredHash: 'h', effect: 'read', labels: { en: 'A' }, agents: [] }),
  ],
  ['POST /v1/jobs', ({ jobs }) => jobs.create({ ...as, prompt: 'Hello' })],
  ['POST /v1/jobs/j/cancel', ({ jobs }) => jobs.cancel('j', as)],
];
for (const [route, ask] of again) {
  test(`${route} is sent again when its answer was lost, with the same key`, async () => {
    await using pair = await startPair();
    pair.service.on(route, hangUp, json({ ok: true }));
    await ask(pair.client);
    const keys = pair.service.calls.map(({ headers }) => headers['idempotency-key']);
    assert.deepEqual(keys, [keys[0], keys[0]]);
    assert.equal(route === 'POST /v1/jobs', keys[0] !== undefined);
  });
}

export const breaks: readonly Break[] = [
  {
    rule: 'A conversation is not deleted a second time',
    file: 'src/sdk/resources/conversations.ts',
    replace: 'repeatable: false,',
    by: '',
  },
  {
    rule: 'No second webhook is made',
    file: 'src/sdk/resources/webhooks.ts',
    replace: "this.#ask('POST', '', request, false)",
    by: "this.#ask('POST', '', request)",
  },
  {
    rule: 'The secret of a webhook is not replaced a second time',
    file: 'src/sdk/resources/webhooks.ts',
    replace: '{ overlap_seconds: overlapSeconds }, false)',
    by: '{ overlap_seconds: overlapSeconds })',
  },
  {
    rule: 'What was missed is not sent a second time',
    file: 'src/sdk/resources/webhooks.ts',
    replace: '/replay`, body, false)',
    by: '/replay`, body)',
  },
  {
    rule: 'A repeated prompt has the key of the first',
    file: 'src/sdk/transport.ts',
    replace: "accept: 'application/json', ...typed, ...headers,",
    by: "accept: 'application/json', ...headers, ...typed, ...(method === 'POST' && headers && { 'idempotency-key': crypto.randomUUID() }),",
  },
  {
    rule: 'A key is not replaced a second time',
    file: 'src/sdk/resources/keys.ts',
    replace: 'body, repeatable: false, signal',
    by: 'body, signal',
  },
  {
    rule: 'A document is not deleted a second time',
    file: 'src/sdk/resources/documents.ts',
    replace: 'repeatable: false, ',
    by: '',
  },
  {
    rule: 'No second tool server is made',
    file: 'src/sdk/resources/tool-servers.ts',
    replace: "this.#ask('POST', '', request, false)",
    by: "this.#ask('POST', '', request)",
  },
  {
    rule: 'The secret of a tool server is not replaced a second time',
    file: 'src/sdk/resources/tool-servers.ts',
    replace: '{ overlap_seconds: overlapSeconds }, false)',
    by: '{ overlap_seconds: overlapSeconds })',
  },
  {
    rule: 'A tool is not tried a second time',
    file: 'src/sdk/resources/tool-servers.ts',
    replace: '/call`, body, false)',
    by: '/call`, body)',
  },
  {
    rule: 'A tool is not withdrawn a second time',
    file: 'src/sdk/resources/tool-servers.ts',
    replace: '`${at(id)}/tools${at(tool)}`, undefined, false)',
    by: '`${at(id)}/tools${at(tool)}`)',
  },
  {
    rule: 'A tool server is not removed a second time',
    file: 'src/sdk/resources/tool-servers.ts',
    replace: "this.#ask('DELETE', at(id), undefined, false)",
    by: "this.#ask('DELETE', at(id))",
  },
];
