import type { OperationExample } from '../types.ts';
import { endedTurnFilters, endedTurns } from './answers.ts';
import { calls, cost, counts, cursors, ids, times, user } from './values.ts';

const ok = { ok: true } as const;
const list = { ...ok, object: 'list' } as const;
const page = { ...list, has_more: false, next_cursor: null } as const;

const figures = {
  turns: 412,
  failed: 3,
  cancelled: 8,
  refunded: 2,
  first_text_ms: 620,
  ...calls,
};
const lanes = [
  { lane: 'standard', queued: 4, oldest_at: times.created },
  { lane: 'priority', queued: 0, oldest_at: null },
];
const process = {
  id: '0198c0de-7a10-4c11-9d0e-2f1b7c3a5e90',
  roles: ['api', 'hosted', 'console', 'worker'],
  version: '0.4.0',
  started_at: times.created,
  live: true,
  silent_since: null,
  slots: 20,
  busy: 5,
  draining: false,
};
const lately = { calls: 412, failed: 3, timeouts: 1 };
const price = {
  model: 'openai/gpt-5',
  from_day: '2026-11-01',
  currency: 'USD',
  input: '1.25',
  cache_read: '0.125',
  cache_write: null,
  output: '10',
};

/** Examples of what an operator monitors while the service runs. */
export const operateExamples = {
  getOverview: {
    answers: {
      200: {
        ...ok,
        day: '2026-11-20',
        today: { ...counts({ requests: 412 }), ...figures },
        yesterday: { ...counts({ requests: 398 }), ...figures },
        clients: { active_today: 12 },
        first_text: { p50_ms: 420, p95_ms: 1180 },
        refusals: [{ code: 'quota_exceeded', count: 7 }],
        lanes,
        running: 9,
        processes: { live: 2, workers: 2 },
        failing_providers: [{ provider: 'openai', status: 'degraded', ...lately }],
        near_limit: [{ client: 'acme', name: 'Acme', used: 4200, limit: 5000 }],
      },
    },
  },
  getUsageSeries: {
    parameters: { client: 'acme', from: '2026-11-01', to: '2026-11-20', by: 'model' },
    answers: {
      200: {
        ...ok,
        from: '2026-11-01',
        to: '2026-11-20',
        by: 'model',
        client: 'acme',
        data: [{ day: '2026-11-20', key: 'openai/gpt-5', ...figures, cost }],
        totals: [{ key: 'openai/gpt-5', ...figures, cost }],
        cost,
      },
    },
  },
  listPrices: {
    parameters: { limit: 20, cursor: cursors.list },
    answers: { 200: { ...page, data: [price] } },
  },
  setPrice: { body: price, answers: { 200: { ...ok, price } } },
  getQueue: { answers: { 200: { ...ok, lanes, running: { jobs: 5, streams: 4 }, processes: [process] } } },
  listLiveTurns: {
    parameters: { state: 'running', client: 'acme', limit: 20, cursor: cursors.list },
    answers: {
      200: {
        ...page,
        data: [
          {
            job_uuid: ids.job,
            client: 'acme',
            external_user_id: user,
            state: 'running',
            delivery: 'job',
            lane: 'standard',
            agent: 'assistant',
            provider: 'openai',
            model: 'gpt-5',
            attempt: 1,
            process: process.id,
            deep_dive: false,
            cancelling: false,
            created_at: times.created,
            started_at: times.created,
          },
        ],
      },
    },
  },
  listEndedTurnsOfClients: {
    parameters: { client: 'acme', external_user_id: user, ...endedTurnFilters },
    answers: { 200: endedTurns },
  },
  cancelTurn: {
    parameters: { client: 'acme', uuid: ids.job },
    answers: { 200: { ...ok, job_uuid: ids.job, client: 'acme', status: 'cancelled' } },
  },
  drainProcess: {
    parameters: { id: process.id },
    body: { draining: true },
    answers: { 200: { ...ok, process: { ...process, draining: true } } },
  },
  listProviderStates: {
    answers: {
      200: {
        ...list,
        data: [
          {
            id: 'openai',
            label: 'OpenAI',
            wire: 'openai',
            models: ['gpt-5'],
            status: 'available',
            minutes: [{ at: times.created, ...lately }],
            ...lately,
            first_text: { p50_ms: 480, p95_ms: 1900 },
            today: calls,
          },
        ],
      },
    },
  },
  testProvider: {
    parameters: { id: 'openai' },
    answers: {
      200: {
        ...ok,
        provider: 'openai',
        model: 'gpt-5',
        works: true,
        detail: 'first text after 512 ms',
        duration_ms: 740,
      },
    },
  },
  runDoctor: {
    answers: {
      200: {
        ...ok,
        healthy: true,
        checks: [{ name: 'database', status: 'pass', detail: 'PostgreSQL 18.1 (DATABASE_URL)' }],
      },
    },
  },
} as const satisfies Record<string, OperationExample>;
