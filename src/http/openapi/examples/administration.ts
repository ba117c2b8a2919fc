import type { AdminClient, AgentResource, HostedUserResource } from '#contract/admin.ts';
import { perDimension } from '#contract/quota.ts';
import type { OperationExample } from '../types.ts';
import { calls, cost, counts, cursors, ids, times, uncounted, user } from './values.ts';

const client: AdminClient = {
  slug: 'acme',
  name: 'Acme',
  subscription_status: 'active',
  daily_limit: 5000,
  deep_dive_enabled: true,
  default_agent: 'assistant',
  model: null,
  providers: null,
  origins: ['https://app.acme.example'],
  burst_per_minute: null,
  concurrent_turns: null,
  concurrent_turns_per_user: 2,
  retention_days: null,
  knowledge_bytes: 52_428_800,
  show_cost: false,
  openai_system: 'append',
  openai_user_header: null,
  openai_default_user: null,
  source_app: 'acme',
  enabled: true,
  user_limits: { ...perDimension(() => null), requests: 50, priority: 10, deep_dive: 5 },
  bound_agents: [],
  scopes: ['chat'],
  handoff_kid: 'k1',
  key_prefix: 'parley_sk_1aB2',
  previous_key_until: null,
  conversations_private: false,
  model_links: false,
  tenant_url: 'http://acme.localhost:8080',
  created_at: times.created,
  updated_at: times.created,
};

const hostedUser: HostedUserResource = {
  id: ids.hostedUser,
  email: 'ada@example.com',
  admin: true,
  enabled: true,
  created_at: times.created,
  last_seen_at: null,
};

const agent: AgentResource = {
  slug: 'helper',
  name: 'Helper',
  instructions: 'Answer in one sentence.',
  model: null,
  reserved: false,
  deep_dive: { model: null, effort: 'high', instructions: 'Look at every side of the question.' },
  created_at: times.created,
  updated_at: times.created,
};

const ok = { ok: true } as const;
const page = { ...ok, object: 'list', has_more: false, next_cursor: null } as const;
const ofPage = { limit: 20, cursor: cursors.list } as const;
const ofClient = { slug: 'acme' } as const;
const ofUser = { slug: 'acme', id: ids.hostedUser } as const;
const ofBinding = { slug: 'acme', agent: 'helper' } as const;

const clientAnswer = { ...ok, client };
const keyAnswer = { ...ok, api_key: 'parley_sk_<30 letters and digits>', client };
const disabled = { ...client, enabled: false };

/** Examples of the operations for operators. */
export const administrationExamples = {
  listClients: {
    parameters: { q: 'acme', status: 'active', sort: 'name', include: 'today', ...ofPage },
    answers: { 200: { ...page, data: [client] } },
  },
  createClient: {
    body: { slug: 'acme', name: 'Acme', subscription_status: 'active', user_limits: { requests: 50 } },
    answers: { 201: keyAnswer },
  },
  getClient: { parameters: ofClient, answers: { 200: clientAnswer } },
  updateClient: { parameters: ofClient, body: { daily_limit: 5000 }, answers: { 200: clientAnswer } },
  deleteClient: { parameters: ofClient, answers: { 200: { ...ok, slug: 'acme', deleted: true } } },
  rotateClientKey: { parameters: ofClient, answers: { 200: keyAnswer } },
  endPreviousClientKey: { parameters: ofClient, answers: { 200: clientAnswer } },
  rotateClientHandoff: { parameters: ofClient, answers: { 200: clientAnswer } },
  revokeClient: { parameters: ofClient, answers: { 200: { ...ok, client: disabled } } },
  enableClient: { parameters: ofClient, answers: { 200: clientAnswer } },
  bindAgent: {
    parameters: ofBinding,
    answers: { 200: { ...ok, client: { ...client, bound_agents: ['helper'] } } },
  },
  unbindAgent: { parameters: ofBinding, answers: { 200: clientAnswer } },
  listUsers: {
    parameters: { ...ofClient, q: 'ada', ...ofPage },
    answers: { 200: { ...page, data: [hostedUser] } },
  },
  createUser: {
    parameters: ofClient,
    body: { email: 'ada@example.com', admin: true },
    answers: { 201: { ...ok, user: hostedUser, mailed: true } },
  },
  deleteUser: { parameters: ofUser, answers: { 200: { ...ok, id: ids.hostedUser, deleted: true } } },
  updateUser: {
    parameters: ofUser,
    body: { enabled: false },
    answers: { 200: { ...ok, user: { ...hostedUser, enabled: false } } },
  },
  resetUserPassword: {
    parameters: ofUser,
    answers: {
      200: {
        ...ok,
        user: hostedUser,
        link: 'http://login.localhost:8080/reset?token=shown-once',
        expires_at: times.reset,
      },
    },
  },
  listAgents: { parameters: ofPage, answers: { 200: { ...page, data: [agent] } } },
  createAgent: {
    body: { slug: 'helper', name: 'Helper', instructions: 'Answer in one sentence.' },
    answers: { 201: { ...ok, agent } },
  },
  getAgent: { parameters: { slug: 'helper' }, answers: { 200: { ...ok, agent } } },
  deleteAgent: {
    parameters: { slug: 'helper' },
    answers: { 200: { ...ok, slug: 'helper', deleted: true } },
  },
  updateAgent: {
    parameters: { slug: 'helper' },
    body: { name: 'Helper' },
    answers: { 200: { ...ok, agent } },
  },
  reportUsage: {
    parameters: { client: 'acme', user, from: '2026-11-01', to: '2026-11-20', ...ofPage },
    answers: {
      200: {
        ...page,
        data: [
          {
            day: '2026-11-20',
            client: 'acme',
            external_user_id: user,
            ...counts({ requests: 3 }),
            ...uncounted,
          },
        ],
      },
    },
  },
  reportMonth: {
    parameters: { month: '2026-11', client: 'acme', ...ofPage },
    answers: {
      200: {
        ...page,
        month: '2026-11',
        total: { ...calls, cost },
        data: [{ client: 'acme', name: 'Acme', ...calls, cost }],
      },
    },
  },
  exportUsage: { parameters: { month: '2026-11' } },
  listAudit: {
    parameters: {
      client: 'acme',
      actor: 'cli',
      action: 'client.revoke',
      since: '2026-11-01T00:00:00Z',
      until: times.created,
      ...ofPage,
    },
    answers: {
      200: {
        ...page,
        data: [
          {
            id: 17,
            at: times.created,
            actor: 'cli:parley@chat-1',
            action: 'client.revoke',
            client: 'acme',
            subject: 'acme',
            before: { enabled: true },
            after: { enabled: false },
            actor_email: null,
            subject_email: null,
          },
        ],
      },
    },
  },
} as const satisfies Record<string, OperationExample>;
