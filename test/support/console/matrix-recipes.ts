import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { OperationName } from '#contract/endpoints/operation-table.ts';
import { hostedUserIdentity } from '#core/clients/hosted-user.ts';
import { makeFolder } from '../machine/make-folder.ts';
import { documentRecipes } from './matrix-documents.ts';
import { toolRecipes } from './matrix-tools.ts';
import type { Asked, Recipe } from './recipe.ts';

const actor = { kind: 'service' } as const;

const client: (words: readonly string[], more?: Omit<Asked, 'words'>) => Recipe =
  (words, more = {}) =>
  async ({ clients }, slug) => {
    await clients.create(actor, slug, {});
    return { params: { slug }, ...more, words: ['client', words[0] ?? '', slug, ...words.slice(1)] };
  };

const user: (verb: string | null, more?: Omit<Asked, 'words'>) => Recipe =
  (verb, more = {}) =>
  async ({ clients, users }, slug) => {
    await clients.create(actor, slug, {});
    const email = 'ada@example.com';
    const { user: made } = await users.create(actor, slug, { email, password: 'correct horse battery' });
    const params = { slug, id: hostedUserIdentity(made.id) };
    return { params, ...more, ...(verb === null ? {} : { words: ['user', verb, slug, email] }) };
  };

const agent: (words: readonly string[], more?: Omit<Asked, 'words'>) => Recipe =
  (words, more = {}) =>
  async ({ agents }, slug) => {
    await agents.create(actor, { slug, name: 'An agent', instructions: 'Answer.' });
    return { params: { slug }, ...more, words: ['agent', words[0] ?? '', slug, ...words.slice(1)] };
  };

/** About a client, and an endpoint or an event that it does not have. */
const onWebhooks: (more?: Omit<Asked, 'words'>) => Recipe =
  (more = {}) =>
  async ({ clients }, slug) => {
    await clients.create(actor, slug, {});
    const none = '0198c0de-0000-7000-8000-000000000000';
    return { params: { slug, webhook: none, event: `evt_${none}` }, ...more };
  };

/** About the additions of a client for an agent, which have a draft. */
const onGuidance: (verb: string, more?: Omit<Asked, 'words'>) => Recipe =
  (verb, more = {}) =>
  async ({ clients, guidance }, slug) => {
    await clients.create(actor, slug, {});
    await guidance.updateDraft(actor, slug, 'assistant', 'Be brief.');
    return { params: { slug, agent: 'assistant' }, ...more, words: ['guidance', verb, slug, 'assistant'] };
  };

/** About an end user of a client, whom the query names: no path does. */
const endUser: (verb?: 'export' | 'erase') => Recipe = (verb) => async (services, slug) => {
  await services.clients.create(actor, slug, {});
  const words = verb === undefined ? {} : { words: ['user-data', verb, slug, 'user-1'] };
  return { params: { slug }, query: '?external_user_id=user-1', ...words };
};

const ofClient: Recipe = async ({ clients }, slug) => {
  await clients.create(actor, slug, {});
  return { query: `?client=${slug}` };
};

/** A row without a recipe does not compile, so the matrix leaves no operation out. */
export const recipes: Readonly<Record<OperationName, Recipe>> = {
  listClients: async () => ({ query: '?limit=100', words: ['client', 'list'] }),
  createClient: async (_services, slug) => ({
    body: { slug, name: 'Acme' },
    words: ['client', 'create', slug, '--name', 'Acme'],
  }),
  getClient: client(['show']),
  updateClient: client(['update', '--daily-limit', '7'], { body: { daily_limit: 7 } }),
  rotateKey: client(['rotate-key', '--overlap', '1h'], { body: { overlap_seconds: 3600 } }),
  endPreviousKey: async (services, slug) => {
    const asked = await client(['end-previous-key'])(services, slug);
    await services.clients.rotateKey(actor, slug, 3_600);
    return asked;
  },
  rotateHandoff: client(['rotate-handoff']),
  revokeClient: client(['revoke']),
  enableClient: async (services, slug) => {
    const asked = await client(['enable'])(services, slug);
    await services.clients.revoke(actor, slug);
    return asked;
  },
  deleteClient: async (services, slug) => {
    const asked = await client(['delete', '--yes'])(services, slug);
    await services.clients.revoke(actor, slug);
    return asked;
  },
  bindAgent: async (services, slug) => {
    const agentSlug = 'operator-analyst';
    return {
      ...(await client(['bind-agent', agentSlug])(services, slug)),
      params: { slug, agent: agentSlug },
    };
  },
  unbindAgent: async (services, slug) => {
    const agentSlug = 'operator-analyst';
    const asked = await client(['unbind-agent', agentSlug])(services, slug);
    await services.clients.bindAgent(actor, slug, agentSlug);
    return { ...asked, params: { slug, agent: agentSlug } };
  },
  listClientEvents: onWebhooks(),
  getClientEvent: onWebhooks(),
  listClientWebhooks: onWebhooks(),
  createClientWebhook: onWebhooks({ body: { url: 'https://hooks.example.com/' } }),
  getClientWebhook: onWebhooks(),
  updateClientWebhook: onWebhooks({ body: { enabled: false } }),
  deleteClientWebhook: onWebhooks(),
  rotateClientWebhookSecret: onWebhooks(),
  testClientWebhook: onWebhooks(),
  enableClientWebhook: onWebhooks(),
  replayClientWebhook: onWebhooks({ body: { since: '2026-01-01T00:00:00Z' } }),
  listClientWebhookDeliveries: onWebhooks(),
  getClientWebhookDelivery: onWebhooks(),
  retryClientWebhookDelivery: onWebhooks(),
  listUsers: async (services, slug) => ({
    ...(await user(null, { query: '?limit=100' })(services, slug)),
    words: ['user', 'list', slug],
  }),
  createUser: async (services, slug) => {
    await services.clients.create(actor, slug, {});
    return { params: { slug }, body: { email: 'ada@example.com', password: 'correct horse battery' } };
  },
  createUserWithPassword: async (services, slug) => {
    await services.clients.create(actor, slug, {});
    return { words: ['user', 'create', slug, 'ada@example.com'] };
  },
  updateUser: user(null, { body: { enabled: false } }),
  disableUser: user('disable'),
  enableUser: async (services, slug) => {
    const asked = await user('enable')(services, slug);
    await services.users.disable(actor, slug, { email: 'ada@example.com' });
    return asked;
  },
  resetPassword: user(null),
  deleteUser: user(null),
  getEndUser: endUser(),
  listBlockedUsers: async (services, slug) => {
    await services.clients.create(actor, slug, {});
    await services.blocked.block(actor, slug, 'user-1');
    return { params: { slug } };
  },
  blockUser: endUser(),
  unblockUser: async (services, slug) => {
    const asked = await endUser()(services, slug);
    await services.blocked.block(actor, slug, 'user-1');
    return asked;
  },
  exportUserData: endUser('export'),
  eraseUserData: endUser('erase'),
  ...toolRecipes,
  getClientGuidance: onGuidance('show'),
  updateClientGuidance: async (services, slug) => {
    const file = join(makeFolder('parley-matrix-'), 'guidance.txt');
    await writeFile(file, 'Be kind.');
    const { words = [], ...asked } = await onGuidance('draft', { body: { text: 'Be kind.' } })(
      services,
      slug,
    );
    return { ...asked, words: [...words, '--file', file] };
  },
  publishClientGuidance: onGuidance('publish'),
  ...documentRecipes,
  listAgents: async () => ({ query: '?limit=100', words: ['agent', 'list'] }),
  createAgent: async (_services, slug) => {
    const file = join(makeFolder('parley-matrix-'), 'instructions.txt');
    await writeFile(file, 'Answer.');
    return {
      body: { slug, name: 'An agent', instructions: 'Answer.' },
      words: ['agent', 'create', slug, '--name', 'An agent', '--instructions-file', file],
    };
  },
  getAgent: agent(['show']),
  updateAgent: agent(['update', '--name', 'Another'], { body: { name: 'Another' } }),
  deleteAgent: agent(['delete']),
  reportUsage: ofClient,
  reportMonth: ofClient,
  exportUsage: async () => ({ query: '?month=2026-01' }),
  readUsageOfDay: async (services, slug) => {
    await services.clients.create(actor, slug, {});
    return { words: ['usage', slug] };
  },
  listAudit: async (services, slug) => {
    await user(null)(services, slug);
    return { query: `?client=${slug}&limit=100`, words: ['audit', '--client', slug] };
  },
  listPrices: async () => ({ words: ['price', 'list'] }),
  setPrice: async (_services, slug) => {
    const price = {
      model: `openai/${slug}`,
      from_day: '2026-01-01',
      currency: 'USD',
      input: '1',
      output: '2',
    };
    const words = ['--from', '2026-01-01', '--currency', 'USD', '--input', '1', '--output', '2'];
    return { body: price, words: ['price', 'set', price.model, ...words] };
  },
  getOverview: async () => ({}),
  getUsageSeries: async () => ({}),
  getQueue: async () => ({}),
  listLiveTurns: async () => ({}),
  listEndedTurns: async (services, slug) => ({ ...(await ofClient(services, slug)), words: ['turns', slug] }),
  listProviderStates: async () => ({}),
  runDoctor: async () => ({}),
  cancelTurn: async (services, slug) => {
    await services.clients.create(actor, slug, {});
    return { params: { client: slug, uuid: '0198c0de-0000-7000-8000-000000000000' } };
  },
  drainProcess: async () => ({ params: { id: '0198c0de-0000-7000-8000-000000000000' } }),
  testMail: async () => ({ body: { to: 'ada@example.com' } }),
  testProvider: async () => ({ params: { id: 'openai' } }),
  getFailures: async () => ({}),
  getUsageMinutes: async () => ({}),
  findById: async () => ({ query: '?id=0198c0de-0000-7000-8000-000000000000' }),
  identifyUser: async () => ({
    query: `?identifier=${'A'.repeat(43)}`,
    words: ['user-data', 'whois', 'A'.repeat(43)],
  }),
  getClientOverview: async (services, slug) => {
    const { words: _, ...asked } = await user('list')(services, slug);
    return asked;
  },
  getAgentHistory: async (services, slug) => {
    const { words: _, ...asked } = await agent(['show'])(services, slug);
    return asked;
  },
  listOperators: async () => ({ words: ['operator', 'list'] }),
  linkOperator: async (_services, slug) => {
    const email = `${slug}@example.com`;
    return { body: { email, role: 'viewer' }, words: ['operator', 'link', email, '--role', 'viewer'] };
  },
  linkFirstOwner: async () => ({}),
  updateOperator: async () => ({ body: { enabled: true } }),
  disableOperator: async () => ({}),
};
