import type { Break } from '../break.ts';

const functions = 'database/migrations/0002-turn-functions.sql';
const endings = 'database/functions/8-endings.sql';
const given = 'src/core/turn/is-given-back.ts';
const quota = ['test/flows/usage/quota.test.ts'];
const batch = ['test/adapters/postgres/turns/admission-batch.test.ts'];

export const quotaBreaks: readonly Break[] = [
  {
    rule: "The client's daily limit holds",
    file: functions,
    replace: 'if c.used >= c.daily_limit then',
    by: 'if c.used > c.daily_limit then',
    tests: quota,
  },
  {
    rule: "A user's cap of requests holds",
    file: functions,
    replace: 'if c.user_requests >= c.user_requests_limit then',
    by: 'if c.user_requests > c.user_requests_limit then',
    tests: quota,
  },
  {
    rule: "A user's cap of priority holds",
    file: functions,
    replace: 'if r.priority and c.user_priority >= c.user_priority_limit then',
    by: 'if r.priority and c.user_priority > c.user_priority_limit then',
    tests: quota,
  },
  {
    rule: 'The cap of priority is about prompts with priority only',
    file: functions,
    replace: 'if r.priority and c.user_priority >=',
    by: 'if c.user_priority >=',
    tests: [...quota, ...batch],
  },
  {
    rule: "A user's cap of Deep Dive holds",
    file: functions,
    replace: 'if r.deep_dive and c.user_deep_dive >= c.user_deep_dive_limit then',
    by: 'if r.deep_dive and c.user_deep_dive > c.user_deep_dive_limit then',
    tests: quota,
  },
  {
    rule: 'The cap of Deep Dive is about Deep Dives only',
    file: functions,
    replace: 'if r.deep_dive and c.user_deep_dive >=',
    by: 'if c.user_deep_dive >=',
    tests: [...quota, ...batch],
  },
  {
    rule: 'A prompt with priority counts as one in that dimension',
    file: functions,
    replace:
      "values (r.client_id, r.turn_id, 'charge', r.user_id, p_day, 1, r.priority::int, r.deep_dive::int)",
    by: "values (r.client_id, r.turn_id, 'charge', r.user_id, p_day, 1, 0, r.deep_dive::int)",
    tests: [...batch, 'test/flows/usage/quota-storm.test.ts'],
  },
  {
    rule: 'Admissions of one client are counted one after the other',
    file: functions,
    replace:
      'perform 1 from usage_clients u where u.client_id = any (v_clients) and u.day = v_day\n    order by u.client_id for update;',
    by: 'perform 1 from usage_clients u where u.client_id = any (v_clients) and u.day = v_day;',
    tests: ['test/adapters/postgres/turns/admission-lock.test.ts'],
  },
  {
    rule: "In a large batch the client's daily limit holds",
    file: functions,
    replace: 'uc.requests + a.of_client <= c.daily_limit)',
    by: 'uc.requests <= c.daily_limit)',
    tests: batch,
  },
  {
    rule: "In a large batch a user's cap of requests holds",
    file: functions,
    replace: 'coalesce(uu.requests, 0) + a.of_user <= c.user_requests_limit)',
    by: 'coalesce(uu.requests, 0) <= c.user_requests_limit)',
    tests: batch,
  },
  {
    rule: "In a large batch a user's cap of priority holds",
    file: functions,
    replace: '+ a.priority_of_user <= c.user_priority_limit)',
    by: '<= c.user_priority_limit)',
    tests: batch,
  },
  {
    rule: "In a large batch a user's cap of Deep Dive holds",
    file: functions,
    replace: '+ a.deep_dive_of_user <= c.user_deep_dive_limit)',
    by: '<= c.user_deep_dive_limit)',
    tests: batch,
  },
];

export const rateBreaks: readonly Break[] = [
  {
    rule: 'A burst limit holds',
    file: functions,
    replace: 'and burst.requests >= c.burst_per_minute then',
    by: 'and burst.requests > c.burst_per_minute then',
    tests: quota,
  },
  {
    rule: 'A limit of concurrent answers of a client holds',
    file: functions,
    replace: 'if v_used >= c.concurrent_turns then',
    by: 'if v_used > c.concurrent_turns then',
    tests: ['test/adapters/postgres/turns/concurrent-turns.test.ts', ...quota],
  },
  {
    rule: 'A limit of concurrent answers of a user holds',
    file: functions,
    replace: 'if v_used >= c.concurrent_turns_per_user then',
    by: 'if v_used > c.concurrent_turns_per_user then',
    tests: ['test/adapters/postgres/turns/concurrent-turns.test.ts', ...quota],
  },
  {
    rule: 'A worker takes no job of a client that is at its limit of concurrent answers',
    file: 'database/functions/6-concurrency.sql',
    replace: "return case when used.of_client >= c.concurrent_turns then 'client'",
    by: "return case when used.of_client > c.concurrent_turns then 'client'",
    tests: [
      'test/adapters/postgres/turns/concurrent-turns.test.ts',
      'test/adapters/postgres/turns/turn-store-claim.test.ts',
    ],
  },
  {
    rule: 'A worker takes no job of a user who is at the limit of concurrent answers',
    file: 'database/functions/6-concurrency.sql',
    replace: "when used.of_user >= c.concurrent_turns_per_user then 'user' else 'yes' end;",
    by: "else 'yes' end;",
    tests: [
      'test/adapters/postgres/turns/concurrent-turns.test.ts',
      'test/adapters/postgres/turns/turn-store-claim.test.ts',
    ],
  },
  {
    rule: 'A queue that is full takes no more jobs',
    file: functions,
    replace: 'if queue_length() >= r.queue_capacity then',
    by: 'if queue_length() > r.queue_capacity then',
    tests: ['test/flows/jobs/accepted.test.ts', ...batch],
  },
];

export const refundBreaks: readonly Break[] = [
  {
    rule: 'A turn is given back once, however often that is said',
    file: endings,
    replace: '      on conflict do nothing\n      returning client_id',
    by: '      returning client_id',
    tests: ['test/adapters/postgres/turns/refund.test.ts'],
  },
  {
    rule: 'A refund belongs to the day of its charge',
    file: endings,
    replace: "select l.client_id, l.turn_id, 'refund', l.external_user_id, l.day, l.requests",
    by: "select l.client_id, l.turn_id, 'refund', l.external_user_id, utc_day() + 1, l.requests",
    tests: ['test/adapters/postgres/turns/refund.test.ts'],
  },
  {
    rule: 'A failure without text is given back',
    file: given,
    replace: 'return !hasText;',
    by: 'return false;',
    tests: ['test/flows/answers/provider-failures.test.ts'],
  },
  {
    rule: 'A failure after some text is kept',
    file: given,
    replace: 'return !hasText;',
    by: 'return true;',
    tests: ['test/flows/answers/provider-failures.test.ts'],
  },
  {
    rule: 'A stop is kept once the provider was called',
    file: given,
    replace: 'return !providerWasCalled;',
    by: 'return true;',
    tests: ['test/flows/answers/busy.test.ts', 'test/flows/jobs/cancel.test.ts'],
  },
  {
    rule: 'A job that is cancelled while it waits is given back',
    file: given,
    replace: 'return !providerWasCalled;',
    by: 'return false;',
    tests: ['test/flows/jobs/cancel.test.ts'],
  },
  {
    rule: 'A job that waits too long is given back',
    file: given,
    replace: 'return !hasText;',
    by: 'return false;',
    tests: ['test/flows/jobs/cancel.test.ts'],
  },
  {
    rule: 'A refund frees the idempotency key of its turn',
    file: endings,
    replace: '      and k.key = t.idempotency_key and k.turn_id = t.id;',
    by: '      and k.key = t.idempotency_key and k.turn_id <> t.id;',
    tests: ['test/flows/answers/idempotency.test.ts'],
  },
];
