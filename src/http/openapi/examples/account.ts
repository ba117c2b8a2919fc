import type { UsableAgentList } from '#contract/chat.ts';
import type { Health, ProviderList } from '#contract/health.ts';
import type { HostedSession, UsageAnswer } from '#contract/resources.ts';
import type { UsageDays } from '#contract/usage/usage-days.ts';
import type { OperationExample } from '../types.ts';
import { counts, ids, uncounted, usage, user } from './values.ts';

const session: HostedSession = {
  ok: true,
  token: 'eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJzdWIiOiJ1c2VyLTEifQ.signature',
  expires_at: '2026-11-20T10:00:00.000Z',
  external_user_id: user,
  tenant_url: 'http://acme.localhost:8080',
  ttl_seconds: 3600,
  session_id: ids.request,
  subscription_status: 'active',
};

const healthy: Health = {
  ok: true,
  status: 'pass',
  version: '0.1.0',
  checks: { database: 'pass', queue: 'pass', providers: 'pass' },
  client: { slug: 'acme', enabled: true, subscription_status: 'active', scopes: ['chat'] },
};

const ailing: Health = {
  ...healthy,
  ok: false,
  status: 'fail',
  checks: { database: 'fail', queue: 'fail', providers: 'pass' },
};

const agents: UsableAgentList = {
  ok: true,
  object: 'list',
  data: [
    { slug: 'assistant', name: 'Assistant', default: true, deep_dive: true },
    { slug: 'travel', name: 'Travel guide', default: false, deep_dive: true },
  ],
};

const providers: ProviderList = {
  ok: true,
  object: 'list',
  data: [
    {
      id: 'demo',
      label: 'Offline demo',
      models: ['parley-docs'],
      default: true,
      status: 'available',
      supports: { streaming: true, deep_dive: true },
    },
  ],
};

const usageAnswer: UsageAnswer = { ok: true, usage };

const days: UsageDays = {
  ok: true,
  object: 'list',
  data: [
    { day: '2026-11-20', external_user_id: user, ...counts({ requests: 3, deep_dive: 1 }), ...uncounted },
    { day: '2026-11-18', external_user_id: user, ...counts({ requests: 12, priority: 2 }), ...uncounted },
  ],
  has_more: false,
};

/** Examples of the operations with which a client reads its own data. */
export const accountExamples = {
  readMetrics: {},
  getHealth: { answers: { 200: healthy, 503: ailing } },
  createHostedSession: {
    body: { external_user_id: user, ttl_seconds: 3600 },
    answers: { 200: session },
  },
  getUsage: { parameters: { external_user_id: user }, answers: { 200: usageAnswer } },
  listUsageDays: {
    parameters: { from: '2026-11-01', to: '2026-11-20', external_user_id: user },
    answers: { 200: days },
  },
  listUsableAgents: { answers: { 200: agents } },
  listProviders: { answers: { 200: providers } },
} as const satisfies Record<string, OperationExample>;
