import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { TSchema } from 'typebox';
import { Value } from 'typebox/value';
import type { Endpoint } from '#contract/endpoint.ts';
import { endpoints } from '#contract/endpoints/endpoints.ts';
import { peopleEndpoints } from '#contract/endpoints/operator-endpoints.ts';
import type { Break } from '#test/break.ts';
import { Parley } from '../../../src/sdk/index.ts';
import { collect } from '../client.ts';

const uuid = '11111111-1111-4111-8111-111111111111';
const user = { externalUserId: 'user-1' };
const facts = { plan: 'pro', seats: 12 };
const context = { facts, page: { title: 'Prices' } };
const prompt = { prompt: 'Hello', agentSlug: 'assistant', conversationUuid: uuid, context, ...user };
const deepDive = {
  detailedResponse: true,
  thinkHarderRetry: true,
  regenerate: true,
  replaces: uuid,
  priority: 'priority',
  guidance: 'draft',
} as const;
const jobOptions = { ...deepDive, ifBusy: 'queue' } as const;
const streamOptions = { ...deepDive, ifBusy: 'interrupt', onDisconnect: 'cancel' } as const;
const hook = { url: 'https://hooks.example.com/', types: ['job.failed'], description: 'd', enabled: true };

/** The operations of partners: what an operator's key opens is not part of the client. */
const { readMetrics: _, ...partners } = { ...endpoints, ...peopleEndpoints };

/** Each operation with everything that can be said to it. */
const calls: Readonly<Record<keyof typeof partners, (client: Parley) => unknown>> = {
  health: (client) => client.health(),
  createHostedSession: (client) => client.hostedSessions.create({ ...user, ttlSeconds: 600, facts }),
  stream: (client) => client.stream({ ...prompt, options: streamOptions }).text(),
  createJob: (client) => client.jobs.create({ ...prompt, options: jobOptions }),
  getJob: (client) => client.jobs.get(uuid, { ...user, waitSeconds: 5, until: 'final' }),
  getJobOutput: (client) =>
    client.jobs.output(uuid, { ...user, after: '1.0', waitSeconds: 5, until: 'final' }),
  followJob: (client) => client.jobs.follow(uuid, { ...user, after: '1.0' }).text(),
  listEndedTurns: (client) =>
    client.jobs.ended({
      ...user,
      status: ['failed', 'expired'],
      requestId: 'r',
      since: new Date(0),
      until: new Date(),
      limit: 5,
      cursor: 'c',
    }),
  cancelJob: (client) => client.jobs.cancel(uuid, user),
  getAction: (client) => client.actions.get(uuid, user),
  decideAction: (client) => client.actions.confirm(uuid, user),
  listConversations: (client) =>
    client.conversations.list({
      ...user,
      limit: 5,
      cursor: 'c',
      agentSlug: 'assistant',
      archived: true,
      q: 'river',
    }),
  getConversation: (client) =>
    client.conversations.getIfChanged(uuid, {
      ...user,
      limit: 5,
      before: 'c',
      includeSetAside: true,
      etag: 'W/"e"',
      waitSeconds: 5,
    }),
  renameConversation: (client) =>
    client.conversations.update(uuid, { ...user, title: 'Rivers', pinned: true, archived: false }),
  deleteConversation: (client) => client.conversations.delete(uuid, user),
  saveFeedback: (client) =>
    client.conversations.feedback(uuid, { ...user, rating: 'up', messageUuid: uuid, comment: 'c' }),
  listEvents: (client) => client.events.list({ after: 'c', types: ['job.failed'], limit: 5, wait: 5 }),
  getEvent: (client) => client.events.get(`evt_${uuid}`),
  listWebhooks: (client) => client.webhooks.list(),
  createWebhook: (client) => client.webhooks.create(hook),
  getWebhook: (client) => client.webhooks.get(uuid),
  updateWebhook: (client) => client.webhooks.update(uuid, hook),
  deleteWebhook: (client) => client.webhooks.delete(uuid),
  rotateWebhookSecret: (client) => client.webhooks.rotateSecret(uuid, 60),
  testWebhook: (client) => client.webhooks.test(uuid),
  enableWebhook: (client) => client.webhooks.enable(uuid),
  replayWebhook: (client) =>
    client.webhooks.replay(uuid, {
      since: new Date(0),
      until: new Date(),
      types: ['job.failed'],
      onlyFailed: true,
      cursor: 'c',
    }),
  listWebhookDeliveries: (client) =>
    client.webhooks.deliveries(uuid, { state: 'failed', limit: 5, cursor: 'c' }),
  getWebhookDelivery: (client) => client.webhooks.delivery(uuid, `evt_${uuid}`),
  retryWebhookDelivery: (client) => client.webhooks.retryDelivery(uuid, `evt_${uuid}`),
  getGuidance: (client) => client.guidance.get('assistant'),
  updateGuidance: (client) => client.guidance.update('assistant', 'Be brief.'),
  publishGuidance: (client) => client.guidance.publish('assistant', 3),
  listToolServers: (client) => client.toolServers.list(),
  createToolServer: (client) => client.toolServers.create({ name: 'shop', url: hook.url }),
  getToolServer: (client) => client.toolServers.get(uuid),
  updateToolServer: (client) =>
    client.toolServers.update(uuid, { name: 'shop', url: hook.url, enabled: true }),
  deleteToolServer: (client) => client.toolServers.delete(uuid),
  refreshToolServer: (client) => client.toolServers.refresh(uuid),
  rotateToolServerSecret: (client) => client.toolServers.rotateSecret(uuid, 60),
  enableToolServer: (client) => client.toolServers.enable(uuid),
  listTools: (client) => client.toolServers.tools(uuid),
  listToolCalls: (client) => client.toolServers.calls(uuid),
  approveTool: (client) =>
    client.toolServers.approve(uuid, 'cancel_order', {
      offeredHash: 'h',
      effect: 'write',
      idempotent: true,
      confirm: 'Cancel order {order_id}?',
      labels: { en: 'Cancelling' },
      agents: ['assistant'],
      timeoutMs: 5_000,
    }),
  withdrawTool: (client) => client.toolServers.withdraw(uuid, 'cancel_order'),
  callTool: (client) =>
    client.toolServers.call(uuid, 'find_orders', { arguments: { a: 1 }, externalUserId: 'user-1' }),
  putDocument: (client) =>
    client.documents.put('assistant', 'returns', '# Returns', {
      mediaType: 'text/markdown',
      title: 'Returns',
      url: 'https://help.example.com/returns',
      language: 'en',
      requires: { plan: ['pro'] },
    }),
  getDocument: (client) => client.documents.get('assistant', 'returns'),
  listDocuments: (client) => client.documents.list('assistant', { q: 'ret', limit: 5, cursor: 'c' }),
  deleteDocument: (client) => client.documents.delete('assistant', 'returns'),
  findSources: (client) => client.documents.search('assistant', 'How long?', { facts: { plan: 'pro' } }),
  listUnanswered: (client) => client.feedback.unanswered('assistant', { limit: 5, cursor: 'c' }),
  listFeedback: (client) =>
    client.feedback.list({
      rating: 'down',
      agentSlug: 'assistant',
      since: new Date(0),
      until: '2026-11-02',
      limit: 5,
      cursor: 'c',
    }),
  rotateOwnKey: (client) => client.keys.rotate({ overlapSeconds: 3_600 }),
  getUsage: (client) => client.usage.get(user),
  listUsageDays: (client) => client.usage.days({ ...user, from: '2026-11-01', to: '2026-11-02' }),
  listUsableAgents: (client) => client.agents.list(),
  listProviders: (client) => client.providers.list(),
  listBlockedUsers: (client) => client.blockedUsers.list({ limit: 5, cursor: 'c' }),
  blockUser: (client) => client.blockedUsers.block(user),
  unblockUser: (client) => client.blockedUsers.unblock(user),
  exportUserData: (client) => collect(client.userData.export(user)),
  eraseUserData: (client) => client.userData.erase(user),
};

/** A job has no reader whose leaving could matter. */
const withoutEffect: Readonly<Record<string, readonly string[]>> = {
  createJob: ['options.on_disconnect'],
  // Only an administrator who is signed in has one.
  callTool: ['password'],
};

describe('The client sends what the contract takes, every member of it, to', () => {
  const rows: Readonly<Record<string, Endpoint>> = partners;
  for (const [name, call] of Object.entries(calls)) {
    const endpoint = rows[name];
    test(name, async () => {
      assert.ok(endpoint !== undefined);
      const { method, path, query, body, fileTypes, requestHeaders = [] } = endpoint;
      const { url, init } = await sent(call);
      const parts = path.split('/').map((part) => (part.startsWith(':') ? '[^/]+' : part));
      assert.match(`${init.method} ${url.pathname}`, new RegExp(`^${method} /v1${parts.join('/')}$`));
      assert.deepEqual([...url.searchParams.keys()].sort(), namesIn(query));
      const isNamed = url.searchParams.has('external_user_id');
      const given: unknown =
        init.body === undefined || fileTypes !== undefined ? undefined : JSON.parse(String(init.body));
      const type = new Headers(init.headers).get('content-type');
      if (fileTypes !== undefined) assert.ok(fileTypes.some((each) => each === type));
      if (body === null) assert.equal(given, undefined);
      else {
        const wantedHere = wantedOf(body, isNamed).filter(
          (member) => !(withoutEffect[name] ?? []).includes(member),
        );
        assert.deepEqual([...Value.Errors(body, given ?? {})], []);
        assert.deepEqual(membersOf(given ?? {}, body), wantedHere);
      }
      const key = new Headers(init.headers).has('idempotency-key');
      assert.equal(key, requestHeaders.includes('Idempotency-Key'));
    });
  }
});

/** The first request of a call, whatever becomes of it. */
async function sent(call: (client: Parley) => unknown): Promise<{ url: URL; init: RequestInit }> {
  const requests: { url: URL; init: RequestInit }[] = [];
  const client = new Parley({
    apiKey: 'k',
    baseUrl: 'http://parley.invalid/v1',
    maxRetries: 0,
    fetch: async (input, init = {}) => {
      requests.push({ url: new URL(String(input)), init });
      return new Response('{}', { headers: { 'x-job-id': uuid } });
    },
  });
  await Promise.resolve(call(client)).catch(() => undefined);
  return requests[0] ?? assert.fail('nothing was sent');
}

/** The names of all members, those that an object has by its schema behind its own name. */
function membersOf(value: unknown, schema: TSchema | undefined, before = ''): readonly string[] {
  const known = new Map(schema === undefined ? [] : propertiesOf(schema));
  const isLeaf = typeof value !== 'object' || value === null || Array.isArray(value);
  if (isLeaf || (before !== '' && known.size === 0)) return [before];
  return Object.entries(value)
    .flatMap(([name, member]) =>
      membersOf(member, known.get(name), before === '' ? name : `${before}.${name}`),
    )
    .sort();
}

function wantedOf(schema: TSchema, isNamed: boolean): readonly string[] {
  const wanted = (each: TSchema, before: string): readonly string[] => {
    const members = propertiesOf(each);
    if (members.length === 0) return [before];
    return members.flatMap(([name, member]) => wanted(member, before === '' ? name : `${before}.${name}`));
  };
  const names = wanted(schema, '').filter((name) => name !== '');
  return names.filter((name) => !(isNamed && name === 'external_user_id')).sort();
}

function namesIn(schema: TSchema): readonly string[] {
  return propertiesOf(schema)
    .map(([name]) => name)
    .sort();
}

function propertiesOf(schema: TSchema): [string, TSchema][] {
  return 'properties' in schema ? Object.entries(Object(schema.properties)) : [];
}

export const breaks: readonly Break[] = [
  {
    rule: 'The client package sends every member that an operation takes',
    file: 'src/sdk/resources/conversations.ts',
    replace: 'const body = { rating, comment, message_uuid: messageUuid };',
    by: 'const body = { rating, message_uuid: messageUuid, ...(comment === null ? {} : {}) };',
  },
];
