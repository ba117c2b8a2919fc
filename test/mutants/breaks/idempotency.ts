import type { Break } from '../break.ts';

const idempotency = ['test/flows/answers/idempotency.test.ts'];

export const idempotencyBreaks: readonly Break[] = [
  {
    rule: 'Around midnight, a request of the same key is replayed, too',
    file: 'src/adapters/postgres/admissions/admission-store.ts',
    replace: "if (left > 0 && isTaken(error, 'idempotency_keys_pkey')) continue;",
    by: '',
    tests: ['test/adapters/postgres/admissions/midnight.test.ts'],
  },
  {
    rule: 'A key with another body is refused',
    file: 'src/core/turn/admission/admission-rules.ts',
    replace: 'key.isExpired || key.requestHash === requestHash',
    by: 'key.isExpired || key !== null',
    tests: ['test/core/turn/admission/admission-rules.test.ts'],
  },
  {
    rule: 'A key belongs to one user',
    file: 'src/core/turn/admission/admission-names.ts',
    replace: 'JSON.stringify([clientId, userId, route, key])',
    by: 'JSON.stringify([clientId, route, key])',
    tests: ['test/core/turn/admission/decide-admissions.test.ts'],
  },
  {
    rule: 'A key belongs to one route',
    file: 'src/core/turn/admission/admission-names.ts',
    replace: 'JSON.stringify([clientId, userId, route, key])',
    by: 'JSON.stringify([clientId, userId, key])',
    tests: ['test/core/turn/admission/decide-admissions.test.ts'],
  },
  {
    rule: 'A key belongs to one client',
    file: 'src/core/turn/admission/admission-names.ts',
    replace: 'JSON.stringify([clientId, userId, route, key])',
    by: 'JSON.stringify([userId, route, key])',
    tests: ['test/core/turn/admission/decide-admissions.test.ts'],
  },
  {
    rule: 'A key ends after 24 hours',
    file: 'src/adapters/postgres/admissions/fact-statements.ts',
    replace: "k.created_at <= now() - interval '24 hours' as is_expired",
    by: "k.created_at <= now() - interval '48 hours' as is_expired",
    tests: idempotency,
  },
  {
    rule: 'A turn waits for the next batch when one before it has changed its conversation',
    file: 'src/core/turn/admission/admission-tally.ts',
    replace: 'this.#conversations.has(conversationNameOf(request))',
    by: 'false',
    tests: ['test/core/turn/admission/decide-admissions.test.ts'],
  },
  {
    rule: 'A turn waits for the next batch when one before it has used its key',
    file: 'src/core/turn/admission/admission-tally.ts',
    replace: '(key !== null && this.#keys.has(key))',
    by: 'false',
    tests: ['test/core/turn/admission/decide-admissions.test.ts'],
  },
  {
    rule: 'What follows an interruption is judged by what it gave back',
    file: 'src/core/turn/admission/admission-tally.ts',
    replace: 'conversation?.hasWaitingStream || request.replaces !== null',
    by: 'request.replaces !== null',
    tests: ['test/core/turn/admission/decide-admissions.test.ts'],
  },
];
