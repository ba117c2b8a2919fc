import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type AttemptOutcome, decideAttempt, trySchedule } from '#core/webhooks/decide-attempt.ts';
import type { Break } from '#test/break.ts';

const outcome = (status: number | null, retryAfterSeconds: number | null = null): AttemptOutcome => ({
  status,
  error: status === null ? 'no answer' : null,
  errorCode: status === null ? 'timeout' : null,
  reply: '',
  retryAfterSeconds,
});

test('2xx is a delivery, 410 the end of the endpoint, everything else is tried again', () => {
  for (const status of [200, 204, 299]) {
    assert.deepEqual(decideAttempt(outcome(status), 0, 0.5), { kind: 'delivered' });
  }
  assert.deepEqual(decideAttempt(outcome(410), 0, 0.5), { kind: 'gone' });
  for (const status of [null, 101, 301, 302, 400, 404, 429, 500, 503]) {
    assert.equal(decideAttempt(outcome(status), 0, 0.5).kind, 'again', String(status));
  }
});

test('ten attempts, after 0 s, 5 s, 5 m, 30 m, 2 h, 5 h, 10 h, 14 h, 20 h and 24 h, each 20 % sooner or later', () => {
  assert.deepEqual(trySchedule, [0, 5, 300, 1800, 7200, 18_000, 36_000, 50_400, 72_000, 86_400]);
  for (const [step, seconds] of trySchedule.slice(1).entries()) {
    for (const [random, part] of [
      [0, 0.8],
      [0.5, 1],
      [1, 1.2],
    ] as const) {
      const decision = decideAttempt(outcome(500), step, random);
      assert.deepEqual(decision, { kind: 'again', delayMs: Math.round(seconds * part * 1000) });
    }
  }
  assert.deepEqual(decideAttempt(outcome(500), 9, 0.5), { kind: 'failed' });
});

test('Retry-After is obeyed up to twice the step, and never brings an attempt forward', () => {
  const delayOf = (seconds: number, step: number) => {
    const decision = decideAttempt(outcome(503, seconds), step, 0.5);
    return decision.kind === 'again' ? decision.delayMs / 1000 : null;
  };
  assert.equal(delayOf(1, 0), 5);
  assert.equal(delayOf(8, 0), 8);
  assert.equal(delayOf(3600, 0), 10);
  assert.equal(delayOf(400, 1), 400);
});

export const breaks: readonly Break[] = [
  {
    rule: 'Retry-After is obeyed within twice the step',
    file: 'src/core/webhooks/decide-attempt.ts',
    replace: 'const asked = Math.min(retryAfterSeconds ?? 0, 2 * next);',
    by: 'const asked = retryAfterSeconds ?? 0;',
  },
  {
    rule: 'Tries are spread over a fifth of the step',
    file: 'src/core/webhooks/decide-attempt.ts',
    replace: 'const spread = 0.2;',
    by: 'const spread = 0;',
  },
];
