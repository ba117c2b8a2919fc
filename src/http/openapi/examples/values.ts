import { type PerDimension, perDimension } from '#contract/quota.ts';
import type { Usage } from '#contract/resources.ts';
import type { Cost } from '#contract/usage/cost.ts';

/** Values that the examples share, so that they are consistent with each other. */
export const ids = {
  request: '5f0c7b1e-3a52-4c0a-9a1d-2f6f0f1f8e11',
  conversation: '0199c6a2-7f00-7a10-8b1c-4f0d5a6b7c01',
  job: '0199c6a2-7f01-7a10-8b1c-4f0d5a6b7c02',
  prompt: '0199c6a2-7f02-7a10-8b1c-4f0d5a6b7c03',
  answer: '0199c6a2-7f03-7a10-8b1c-4f0d5a6b7c04',
  event: '0199c6a2-7f05-7a10-8b1c-4f0d5a6b7c06',
  step: '0199c6a2-7f07-7a10-8b1c-4f0d5a6b7c08',
  webhook: '0199c6a2-7f06-7a10-8b1c-4f0d5a6b7c07',
  toolServer: '0199c6a2-7f08-7a10-8b1c-4f0d5a6b7c09',
  action: '0199c6a2-7f09-7a10-8b1c-4f0d5a6b7c0a',
  feedback: '0199c6a2-7f07-7a10-8b1c-4f0d5a6b7c08',
  hostedUser: 'hu:0199c6a2-7f04-7a10-8b1c-4f0d5a6b7c05',
} as const;

/** Opaque to clients. */
export const cursors = {
  list: 'YyAxNzk1MTYyODAwMDAwMDAwIDAxOTljNmEyLTdmMDAtN2ExMC04YjFjLTRmMGQ1YTZiN2MwMQ',
  messages: 'bSA0MQ',
  events: 'MSAxMjM0IDAgMTc4MjExODgwMDAwMA',
} as const;

export const times = {
  created: '2026-11-20T09:00:00.000Z',
  started: '2026-11-20T09:00:00.250Z',
  finished: '2026-11-20T09:00:04.500Z',
  reset: '2026-11-21T00:00:00.000Z',
} as const;

export const prompt = 'Name a river.';
export const answer = 'The **Rhine** is a river.';
export const user = 'user-1';

/** No document was looked at. */
export const noSources = { citations: null, links: null } as const;

/** Counts of a day; a missing one is 0. */
export function counts(given: Partial<PerDimension<number>>): PerDimension<number> {
  return { ...perDimension(() => 0), ...given };
}

/** Calls to models of a day. */
export const calls = {
  calls: 421,
  calls_without_tokens: 3,
  input_tokens: 310_000,
  cache_read_tokens: 204_000,
  cache_write_tokens: 12_000,
  output_tokens: 188_000,
} as const;

/** Those of one user, which are not counted. */
export const uncounted = {
  calls: null,
  calls_without_tokens: null,
  input_tokens: null,
  cache_read_tokens: null,
  cache_write_tokens: null,
  output_tokens: null,
} as const;

/** What they cost. */
export const cost: Cost = {
  amount: '2.038',
  currency: 'USD',
  complete: false,
  unpriced: ['local/llama'],
  calls_without_tokens: 3,
};

export const usage: Usage = usageOf(3, 50, null);
export const usedUp: Usage = usageOf(50, 50, { dimension: 'requests', scope: 'user', reset_at: times.reset });

function usageOf(used: number, limit: number, blocked: Usage['blocked']): Usage {
  const day = { reset_at: times.reset, scope: 'user' } as const;
  const unlimited = { used: 0, limit: null, remaining: null, label: '0/unlimited', ...day };
  const ofClient = {
    used: 812,
    limit: 5_000,
    remaining: 4_188,
    ...day,
    scope: 'client' as const,
  };
  return {
    ...perDimension(() => unlimited),
    requests: { used, limit, remaining: limit - used, label: `${used}/${limit}`, ...day },
    deep_dive: { ...unlimited, enabled: false },
    reset_at: times.reset,
    timezone: 'UTC',
    client: { requests: { ...ofClient, label: `${ofClient.used}/${ofClient.limit}` } },
    blocked,
  };
}
