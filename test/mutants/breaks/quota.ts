import type { Break } from '../break.ts';

const endings = 'database/functions/8-endings.sql';
const given = 'src/core/turn/is-given-back.ts';

export const quotaBreaks: readonly Break[] = [
  {
    rule: "The client's daily limit holds",
    file: 'src/core/turn/admission/quota-exceeded.ts',
    replace: 'if (!allowsOneMore(client.dailyLimit, usage.clientRequests))',
    by: 'if (!allowsOneMore(client.dailyLimit, usage.clientRequests - 1))',
    tests: ['test/core/turn/admission/admission-rules.test.ts'],
  },
  {
    rule: "A user's cap holds in every dimension",
    file: 'src/core/turn/admission/quota-exceeded.ts',
    replace: '!allowsOneMore(client.userLimits[dimension], usage.user[dimension])',
    by: '!allowsOneMore(client.userLimits[dimension], usage.user[dimension] - 1)',
    tests: ['test/core/turn/admission/admission-rules.test.ts'],
  },
  {
    rule: 'A cap is about prompts that count in its dimension only',
    file: 'src/core/turn/admission/quota-exceeded.ts',
    replace: 'charge[dimension] > 0 && ',
    by: '',
    tests: ['test/core/turn/admission/admission-rules.test.ts'],
  },
  {
    rule: 'A prompt with priority counts as one in that dimension',
    file: 'src/core/usage/charge.ts',
    replace: 'priority: Number(priority)',
    by: 'priority: Number(priority && deepDive)',
    tests: ['test/flows/usage/quota.test.ts'],
  },
  {
    rule: 'a process that is suspended between the two groups of an admission is cut',
    file: 'src/adapters/postgres/admissions/lock-statements.ts',
    replace: "'idle_in_transaction_session_timeout', '1000', true",
    by: "'idle_in_transaction_session_timeout', '60000', true",
    tests: ['test/adapters/postgres/admissions/admission-lock.test.ts'],
  },
  {
    rule: 'an admission whose process stood still between its two groups is decided again',
    file: 'src/adapters/postgres/admissions/admission-store.ts',
    replace: 'if (left === 0 || !isUnsent(error)) throw error;',
    by: 'throw error;',
    tests: ['test/adapters/postgres/admissions/admission-store.test.ts'],
  },
  {
    rule: 'Admissions of one client are counted one after the other',
    file: 'database/functions/1-days.sql',
    replace: 'order by epoch desc limit 1 for update;',
    by: 'order by epoch desc limit 1;',
    tests: ['test/adapters/postgres/admissions/admission-lock.test.ts'],
  },
  {
    rule: "A batch counts what it uses of the client's day",
    file: 'src/core/turn/admission/admission-tally.ts',
    replace: 'client.requests + (this.#requests.get(clientId) ?? 0)',
    by: 'client.requests + (this.#requests.get(-1) ?? 0)',
    tests: ['test/core/turn/admission/decide-admissions.test.ts'],
  },
  {
    rule: "A batch counts what it uses of each user's day",
    file: 'src/core/turn/admission/admission-tally.ts',
    replace: 'return this.#users.get(name) ?? this.#facts.users.get(name) ?? noUsage;',
    by: 'return this.#facts.users.get(name) ?? noUsage;',
    tests: ['test/core/turn/admission/decide-admissions.test.ts'],
  },
];

export const rateBreaks: readonly Break[] = [
  {
    rule: 'A burst limit holds',
    file: 'src/core/turn/admission/admission-rules.ts',
    replace: 'allowsOneMore(client.burstPerMinute, burst.requests)',
    by: 'allowsOneMore(client.burstPerMinute, burst.requests - 1)',
    tests: ['test/core/turn/admission/admission-rules.test.ts'],
  },
  {
    rule: 'A batch counts what it uses of the minute',
    file: 'src/core/turn/admission/admission-tally.ts',
    replace: 'burst: this.#bursts.get(clientId) ?? client.burst,',
    by: 'burst: client.burst,',
    tests: ['test/core/turn/admission/decide-admissions.test.ts'],
  },
  {
    rule: 'A limit of concurrent answers of a client holds',
    file: 'src/core/turn/admission/admission-rules.ts',
    replace: 'allowsOneMore(client.concurrentTurns, running.ofClient)',
    by: 'allowsOneMore(client.concurrentTurns, running.ofClient - 1)',
    tests: ['test/core/turn/admission/admission-rules.test.ts'],
  },
  {
    rule: 'A batch counts the answers that it starts',
    file: 'src/core/turn/admission/admission-tally.ts',
    replace: 'this.#running.add(request, situation.conversation);',
    by: '',
    tests: ['test/core/turn/admission/decide-admissions.test.ts'],
  },
  {
    rule: 'A limit of concurrent answers that a cached client does not know is not passed over',
    file: 'src/core/turn/admission/admission-rules.ts',
    replace: 'client.version && isCounted ?',
    by: 'client.version ?',
    tests: ['test/core/turn/admission/admission-rules.test.ts'],
  },
  {
    rule: 'A limit of concurrent answers of a user holds',
    file: 'src/core/turn/admission/admission-rules.ts',
    replace: 'allowsOneMore(client.concurrentTurnsPerUser, running.ofUser)',
    by: 'allowsOneMore(client.concurrentTurnsPerUser, running.ofUser - 1)',
    tests: ['test/core/turn/admission/admission-rules.test.ts'],
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
    file: 'src/core/turn/admission/admission-rules.ts',
    replace: 'allowsOneMore(queueCapacity, queueLength)',
    by: 'allowsOneMore(queueCapacity, queueLength - 1)',
    tests: ['test/core/turn/admission/admission-rules.test.ts'],
  },
  {
    rule: 'A client whose row is held keeps no other waiting',
    file: 'src/adapters/postgres/admissions/lock-statements.ts',
    replace: 'order by epoch desc limit 1 for update skip locked) u`',
    by: 'order by epoch desc limit 1 for update) u`',
    tests: ['test/adapters/postgres/admissions/admission-store.test.ts'],
  },
  {
    rule: 'A batch of one client that waits keeps no other waiting',
    file: 'src/adapters/postgres/admissions/admission-queue.ts',
    replace: 'this.#options.patienceMs ?? 50',
    by: 'this.#options.patienceMs ?? 60_000',
    tests: ['test/adapters/postgres/admissions/admission-store.test.ts'],
  },
  {
    rule: 'A key that another process has just used is not overwritten',
    file: 'src/adapters/postgres/admissions/store-turns.ts',
    replace: 'where idempotency_key is not null',
    by: 'where idempotency_key is not null on conflict do nothing',
    tests: ['test/adapters/postgres/admissions/admission-store.test.ts'],
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
