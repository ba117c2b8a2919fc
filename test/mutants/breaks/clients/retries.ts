import type { Break } from '../../break.ts';

const tests = ['test/sdk/retries/retry.test.ts'];
const retry = 'src/sdk/retry.ts';
const repeats = ['test/sdk/retries/repeats.test.ts'];
const webhooks = 'src/sdk/resources/webhooks.ts';
const refusal = 'src/sdk/refusal.ts';

export const retryBreaks: readonly Break[] = [
  {
    rule: 'What must not arrive twice is not repeated after a lost answer',
    file: retry,
    replace: 'return repeatable ? backOff(repeats, retryDelayMs) : null;',
    by: 'return backOff(repeats, retryDelayMs);',
    tests,
  },
  {
    rule: 'What must not arrive twice is not repeated after the answer of a gateway',
    file: retry,
    replace: 'return repeatable && [502',
    by: 'return [502',
    tests,
  },
  {
    rule: 'A fault of the service itself is not repeated',
    file: retry,
    replace: '[502, 503, 504]',
    by: '[500, 502, 503, 504]',
    tests,
  },
  {
    rule: 'A refusal by one of the limits had no effect, and is repeated',
    file: retry,
    replace: "'too_many_concurrent', ",
    by: '',
    tests,
  },
  {
    rule: 'The used up quota of a day is not waited for',
    file: retry,
    replace: "'too_many_readers']",
    by: "'too_many_readers', 'quota_exceeded']",
    tests,
  },
  {
    rule: 'Retry-After is waited for in seconds',
    file: retry,
    replace: 'error.retryAfterSeconds * 1000',
    by: 'error.retryAfterSeconds',
    tests,
  },
  {
    rule: 'A minute is the longest Retry-After that is waited for',
    file: retry,
    replace: 'longestPauseSeconds = 60',
    by: 'longestPauseSeconds = 600',
    tests,
  },
  {
    rule: 'A Retry-After of nought is one',
    file: retry,
    replace: 'error.retryAfterSeconds === null',
    by: '!error.retryAfterSeconds',
    tests,
  },
  {
    rule: 'A Retry-After may be a date',
    file: refusal,
    replace: '(at - Date.now()) / 1000',
    by: 'at / 1000',
    tests,
  },
  {
    rule: 'A Retry-After that is over is nought',
    file: refusal,
    replace: 'Math.max(0, Math.ceil(',
    by: 'Math.min(9e15, Math.ceil(',
    tests,
  },
  {
    rule: 'The pause doubles with each repeat',
    file: retry,
    replace: 'firstMs * 2 ** repeats',
    by: 'firstMs * 2 * repeats',
    tests,
  },
  {
    rule: 'The pause has an end',
    file: retry,
    replace: 'longestBackOffMs = 8_000',
    by: 'longestBackOffMs = 80_000',
    tests,
  },
  {
    rule: 'Clients that failed together do not return together',
    file: retry,
    replace: 'ceiling / 2 + (Math.random() * ceiling) / 2',
    by: 'ceiling',
    tests,
  },
  {
    rule: 'A pause that is over leaves no listener at the signal of the caller',
    file: retry,
    replace: "signal?.removeEventListener('abort', stop);",
    by: '',
    tests,
  },
  {
    rule: 'A conversation is not deleted a second time',
    file: 'src/sdk/resources/conversations.ts',
    replace: 'repeatable: false,',
    by: '',
    tests: repeats,
  },

  {
    rule: 'Requests end after so many repeats',
    file: 'src/sdk/transport.ts',
    replace: 'repeats < maxRetries',
    by: 'repeats <= maxRetries',
    tests: ['test/sdk/requests.test.ts'],
  },
  {
    rule: 'Only what would be answered differently is kept from being repeated',
    file: 'src/sdk/transport.ts',
    replace: 'request.repeatable ?? true',
    by: 'request.repeatable ?? false',
    tests: ['test/sdk/requests.test.ts'],
  },
  {
    rule: 'No second webhook is made',
    file: webhooks,
    replace: "this.#ask('POST', '', request, false)",
    by: "this.#ask('POST', '', request)",
    tests: repeats,
  },
  {
    rule: 'The secret of a webhook is not replaced a second time',
    file: webhooks,
    replace: '{ overlap_seconds: overlapSeconds }, false)',
    by: '{ overlap_seconds: overlapSeconds })',
    tests: repeats,
  },
  {
    rule: 'What was missed is not sent a second time',
    file: webhooks,
    replace: '/replay`, body, false)',
    by: '/replay`, body)',
    tests: repeats,
  },
  {
    rule: 'A repeated prompt has the key of the first',
    file: 'src/sdk/transport.ts',
    replace: "accept: 'application/json', ...json, ...headers,",
    by: "accept: 'application/json', ...headers, ...json, ...(method === 'POST' && headers && { 'idempotency-key': crypto.randomUUID() }),",
    tests: repeats,
  },
];
