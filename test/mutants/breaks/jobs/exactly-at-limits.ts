import type { Break } from '../../break.ts';

const limitsTest = ['test/core/usage/lowered-limits.test.ts'];
const pageTest = ['test/core/shared/list-page.test.ts'];

/** What is exactly at a limit, and below one that was lowered. */
export const exactBreaks: readonly Break[] = [
  {
    rule: 'A lowered limit leaves nothing, and no less',
    file: 'src/core/usage/rate-limit-fields.ts',
    replace: 'Math.max(0, (limit ?? 0) - used)',
    by: '(limit ?? 0) - used',
    tests: limitsTest,
  },
  {
    rule: 'A limit of 0 has a policy',
    file: 'src/core/usage/rate-limit-fields.ts',
    replace: 'policies.filter((policy) => policy.limit !== null)',
    by: 'policies.filter((policy) => policy.limit)',
    tests: limitsTest,
  },
  {
    rule: 'What remains of a lowered limit is 0',
    file: 'src/core/usage/usage.ts',
    replace: 'remaining: limit === null ? null : Math.max(0, limit - used)',
    by: 'remaining: limit === null ? null : limit - used',
    tests: limitsTest,
  },
  {
    rule: 'What remains of the day is not below 0',
    file: 'src/core/usage/usage.ts',
    replace: 'remaining: Math.max(0, left)',
    by: 'remaining: left',
    tests: limitsTest,
  },
  {
    rule: 'A limit of 0 is not unlimited',
    file: 'src/core/usage/usage.ts',
    replace: "limit ?? 'unlimited'",
    by: "limit || 'unlimited'",
    tests: limitsTest,
  },
  {
    rule: 'A limit is reached by as much as it allows',
    file: 'src/core/usage/usage.ts',
    replace: 'counts.user.requests >= userLimits.requests',
    by: 'counts.user.requests > userLimits.requests',
    tests: limitsTest,
  },
  {
    rule: 'The day of a client is reached by as much as it allows',
    file: 'src/core/usage/usage.ts',
    replace: 'counts.clientRequests >= dailyLimit',
    by: 'counts.clientRequests > dailyLimit',
    tests: limitsTest,
  },
  {
    rule: 'A limit of 0 of the client blocks',
    file: 'src/core/usage/usage.ts',
    replace: 'if (dailyLimit !== null && counts',
    by: 'if (dailyLimit && counts',
    tests: limitsTest,
  },
  {
    rule: 'The remainder is bounded by the user’s own limit',
    file: 'src/core/usage/usage.ts',
    replace: 'Math.min(daily - clientRequests, cap === null ? Infinity : cap - used)',
    by: 'daily - clientRequests',
    tests: limitsTest,
  },
  {
    rule: 'An exactly full page is the last one',
    file: 'src/core/shared/list-page.ts',
    replace: 'found.length > limit && last',
    by: 'found.length >= limit && last',
    tests: pageTest,
  },
  {
    rule: 'A page has the rows that were asked for',
    file: 'src/core/shared/list-page.ts',
    replace: 'found.slice(0, limit)',
    by: 'found',
    tests: pageTest,
  },
  {
    rule: 'A page of events that ends with the last one is the last',
    file: 'src/adapters/postgres/events/event-log-store.ts',
    replace: 'const hasMore = rows.length > limit;',
    by: 'const hasMore = rows.length >= limit;',
    tests: ['test/adapters/postgres/events/event-order.test.ts'],
  },
  {
    rule: 'A page of a search that ends with the last hit is the last',
    file: 'src/core/conversations/search-conversations.ts',
    replace: 'found.hits.length > limit',
    by: 'found.hits.length >= limit',
    tests: ['test/core/conversations/search-conversations.test.ts'],
  },
  {
    rule: 'A command ends with 1 where the database does not answer',
    file: 'src/cli/refusal.ts',
    replace: "{ exitCode: 1, code: 'unavailable'",
    by: "{ exitCode: 2, code: 'unavailable'",
    tests: ['test/cli/refusal.test.ts'],
  },
  {
    rule: 'A command ends with 2 where its words are wrong',
    file: 'src/cli/refusal.ts',
    replace: "{ exitCode: 2, code: 'usage'",
    by: "{ exitCode: 1, code: 'usage'",
    tests: ['test/cli/refusal.test.ts'],
  },
  {
    rule: 'A command names the cause of what failed',
    file: 'src/cli/refusal.ts',
    replace: 'return error.cause === undefined ? error.message',
    by: 'return true ? error.message',
    tests: ['test/cli/refusal.test.ts'],
  },
];
