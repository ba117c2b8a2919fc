import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { perDimension } from '#contract/quota.ts';
import type { Client } from '#core/clients/client.ts';
import { brandCaller } from '#core/identity/caller.ts';
import { rateLimitFields } from '#core/usage/rate-limit-fields.ts';
import { presentUsage, type UsageCounts } from '#core/usage/usage.ts';
import type { Break } from '#test/break.ts';
import { buildLiveTurn } from '#test/world/live-turn.ts';

const { client: unlimited } = buildLiveTurn().turn;
const counts: UsageCounts = {
  day: '2031-12-31',
  at: new Date('2031-12-31T23:00:00Z'),
  clientRequests: 8,
  user: { ...perDimension(() => 0), requests: 5, priority: 2, deep_dive: 1 },
};

const caller = (limits: Partial<Client>) =>
  brandCaller({ kind: 'api', client: { ...unlimited, ...limits }, keyHash: Buffer.alloc(32) });
const caps = (limit: number | null) => ({ userLimits: perDimension(() => limit) });

describe('A limit below what is used already', () => {
  it('leaves nothing, and no less', () => {
    const asked = caller({ dailyLimit: 5, ...caps(1) });
    const { requests, priority, deep_dive, client, blocked } = presentUsage(asked, counts);
    assert.deepEqual(
      [requests, priority, deep_dive, client?.requests].map((each) => [each?.label, each?.remaining]),
      [
        ['5/1', 0],
        ['2/1', 0],
        ['1/1', 0],
        ['8/5', 0],
      ],
    );
    assert.equal(blocked?.scope, 'client');
    assert.equal(
      rateLimitFields(asked, counts).ratelimit,
      [
        '"client-requests-per-day";r=0;t=3600',
        ...['requests', 'priority', 'deep_dive'].map((name) => `"user-${name}-per-day";r=0;t=3600`),
      ].join(', '),
    );
  });

  it('of none at all is 0, which is not unlimited', () => {
    const asked = caller({ dailyLimit: 0, ...caps(0) });
    const { requests, client } = presentUsage(asked, counts);
    assert.deepEqual([requests.limit, requests.label, client?.requests.label], [0, '5/0', '8/0']);
    assert.match(
      rateLimitFields(asked, counts)['ratelimit-policy'] ?? '',
      /^"client-requests-per-day";q=0;w=86400, /,
    );
  });

  it('is not reached by as much as it allows less one, and is by as much', () => {
    const scopeAt = (dailyLimit: number | null, cap: number | null) =>
      presentUsage(caller({ dailyLimit, ...caps(cap) }), counts).blocked?.scope;
    assert.deepEqual(
      [scopeAt(9, 6), scopeAt(8, 6), scopeAt(9, 5), scopeAt(null, null), scopeAt(0, null), scopeAt(null, 0)],
      [undefined, 'client', 'user', undefined, 'client', 'user'],
    );
  });

  it('is the smaller of the client’s and the user’s, where both have one', () => {
    const left = (dailyLimit: number | null, cap: number | null) =>
      presentUsage(caller({ dailyLimit, ...caps(cap) }), counts).requests.remaining;
    assert.deepEqual([left(10, 20), left(20, 6), left(10, null), left(null, 6)], [2, 1, 2, 1]);
    assert.equal(left(null, null), null);
    assert.deepEqual(rateLimitFields(caller({ dailyLimit: null, ...caps(null) }), counts), {});
  });
});

export const breaks: readonly Break[] = [
  {
    rule: 'A lowered limit leaves nothing, and no less',
    file: 'src/core/usage/rate-limit-fields.ts',
    replace: 'Math.max(0, (limit ?? 0) - used)',
    by: '(limit ?? 0) - used',
  },
  {
    rule: 'A limit of 0 has a policy',
    file: 'src/core/usage/rate-limit-fields.ts',
    replace: 'policies.filter((policy) => policy.limit !== null)',
    by: 'policies.filter((policy) => policy.limit)',
  },
  {
    rule: 'What remains of a lowered limit is 0',
    file: 'src/core/usage/usage.ts',
    replace: 'remaining: limit === null ? null : Math.max(0, limit - used)',
    by: 'remaining: limit === null ? null : limit - used',
  },
  {
    rule: 'What remains of the day is not below 0',
    file: 'src/core/usage/usage.ts',
    replace: 'remaining: Math.max(0, left)',
    by: 'remaining: left',
  },
  {
    rule: 'A limit of 0 is not unlimited',
    file: 'src/core/usage/usage.ts',
    replace: "limit ?? 'unlimited'",
    by: "limit || 'unlimited'",
  },
  {
    rule: 'A limit is reached by as much as it allows',
    file: 'src/core/usage/usage.ts',
    replace: 'counts.user.requests >= userLimits.requests',
    by: 'counts.user.requests > userLimits.requests',
  },
  {
    rule: 'The day of a client is reached by as much as it allows',
    file: 'src/core/usage/usage.ts',
    replace: 'counts.clientRequests >= dailyLimit',
    by: 'counts.clientRequests > dailyLimit',
  },
  {
    rule: 'A limit of 0 of the client blocks',
    file: 'src/core/usage/usage.ts',
    replace: 'if (dailyLimit !== null && counts',
    by: 'if (dailyLimit && counts',
  },
  {
    rule: 'The remainder is bounded by the user’s own limit',
    file: 'src/core/usage/usage.ts',
    replace: 'Math.min(daily - clientRequests, cap === null ? Infinity : cap - used)',
    by: 'daily - clientRequests',
  },
];
