import assert from 'node:assert/strict';
import { describe, mock, test } from 'node:test';
import { errorTable } from '#contract/errors.ts';
import type { Break } from '#test/break.ts';
import {
  type ApiError,
  ConnectionError,
  TimeoutError,
  UnexpectedAnswerError,
} from '../../../src/sdk/errors.ts';
import { readRefusal } from '../../../src/sdk/refusal.ts';
import { backOff, pause, pauseBeforeRetry } from '../../../src/sdk/retry.ts';

const safe = { retryDelayMs: 500, repeatable: true };
const unsafe = { retryDelayMs: 500, repeatable: false };

describe('the pause before a repeat', () => {
  /** Refusals that had no effect, whatever was asked. */
  const harmless: readonly string[] = ['rate_limited', 'too_many_concurrent', 'too_many_readers'];

  test('exists for a refusal that had no effect, and else for a gateway only, where a repeat is harmless', async () => {
    for (const [code, { status }] of Object.entries(errorTable)) {
      const error = await refused(status, { code });
      const isGateway = [502, 503, 504].includes(status);
      assert.equal(pauseBeforeRetry(error, 0, unsafe) !== null, harmless.includes(code), code);
      assert.equal(pauseBeforeRetry(error, 0, safe) !== null, harmless.includes(code) || isGateway, code);
    }
  });

  test('exists for a failed connection where a repeat is harmless, and for nothing that is no answer', () => {
    for (const error of [new ConnectionError('gone'), new TimeoutError('late')]) {
      assert.notEqual(pauseBeforeRetry(error, 0, safe), null);
      assert.equal(pauseBeforeRetry(error, 0, unsafe), null);
    }
    for (const error of [new UnexpectedAnswerError('a redirect'), new Error('of the caller'), 'thrown']) {
      assert.equal(pauseBeforeRetry(error, 0, safe), null);
    }
  });

  test('is as many seconds as the service asks for, up to a minute, and no longer one is waited for', async () => {
    for (const [header, wanted] of [
      ['0', 0],
      ['1', 1_000],
      ['60', 60_000],
      ['61', null],
      ['86400', null],
    ] as const) {
      const error = await refused(503, { code: 'unavailable' }, header);
      assert.equal(error.retryAfterSeconds, Number(header));
      assert.equal(pauseBeforeRetry(error, 3, safe), wanted, header);
    }
  });

  test('is read from a date, too, and is the own one where the header says nothing', async () => {
    const soon = await refused(429, { code: 'rate_limited' }, new Date(Date.now() + 20_000).toUTCString());
    assert.ok(
      soon.retryAfterSeconds !== null && soon.retryAfterSeconds >= 18 && soon.retryAfterSeconds <= 20,
    );
    const past = await refused(429, { code: 'rate_limited' }, 'Wed, 21 Oct 2015 07:28:00 GMT');
    assert.equal(past.retryAfterSeconds, 0);
    for (const header of ['', 'soon']) {
      const error = await refused(429, { code: 'rate_limited' }, header);
      assert.equal(error.retryAfterSeconds, null);
      const own = pauseBeforeRetry(error, 0, unsafe) ?? 0;
      assert.ok(own >= 250 && own <= 500, `${own}`);
    }
  });

  test('doubles each time, up to eight seconds, and is never the same for all', () => {
    const random = mock.method(Math, 'random', () => 0);
    try {
      assert.deepEqual(
        [0, 1, 2, 4, 5, 40].map((repeats) => backOff(repeats, 500)),
        [250, 500, 1_000, 4_000, 4_000, 4_000],
      );
      random.mock.mockImplementation(() => 1);
      assert.deepEqual(
        [0, 1, 2, 4, 5, 40].map((repeats) => backOff(repeats, 500)),
        [500, 1_000, 2_000, 8_000, 8_000, 8_000],
      );
    } finally {
      random.mock.restore();
    }
  });

  test('leaves no listener behind at the signal of the caller', async () => {
    const { signal } = new AbortController();
    const added = mock.method(signal, 'addEventListener');
    const removed = mock.method(signal, 'removeEventListener');
    await pause(1, signal);
    assert.deepEqual([added.mock.callCount(), removed.mock.callCount()], [1, 1]);
    assert.equal(added.mock.calls[0]?.arguments[1], removed.mock.calls[0]?.arguments[1]);
  });
});

function refused(status: number, problem: object, retryAfter?: string): Promise<ApiError> {
  const headers = retryAfter === undefined ? {} : { 'retry-after': retryAfter };
  return readRefusal(new Response(JSON.stringify(problem), { status, headers }));
}

export const breaks: readonly Break[] = [
  {
    rule: 'What must not arrive twice is not repeated after a lost answer',
    file: 'src/sdk/retry.ts',
    replace: 'return repeatable ? backOff(repeats, retryDelayMs) : null;',
    by: 'return backOff(repeats, retryDelayMs);',
  },
  {
    rule: 'What must not arrive twice is not repeated after the answer of a gateway',
    file: 'src/sdk/retry.ts',
    replace: 'return repeatable && [502',
    by: 'return [502',
  },
  {
    rule: 'A fault of the service itself is not repeated',
    file: 'src/sdk/retry.ts',
    replace: '[502, 503, 504]',
    by: '[500, 502, 503, 504]',
  },
  {
    rule: 'A refusal by one of the limits had no effect, and is repeated',
    file: 'src/sdk/retry.ts',
    replace: "'too_many_concurrent', ",
    by: '',
  },
  {
    rule: 'The used up quota of a day is not waited for',
    file: 'src/sdk/retry.ts',
    replace: "'too_many_readers']",
    by: "'too_many_readers', 'quota_exceeded']",
  },
  {
    rule: 'Retry-After is waited for in seconds',
    file: 'src/sdk/retry.ts',
    replace: 'error.retryAfterSeconds * 1000',
    by: 'error.retryAfterSeconds',
  },
  {
    rule: 'A minute is the longest Retry-After that is waited for',
    file: 'src/sdk/retry.ts',
    replace: 'longestPauseSeconds = 60',
    by: 'longestPauseSeconds = 600',
  },
  {
    rule: 'A Retry-After of nought is one',
    file: 'src/sdk/retry.ts',
    replace: 'error.retryAfterSeconds === null',
    by: '!error.retryAfterSeconds',
  },
  {
    rule: 'A Retry-After may be a date',
    file: 'src/sdk/refusal.ts',
    replace: '(at - Date.now()) / 1000',
    by: 'at / 1000',
  },
  {
    rule: 'A Retry-After that is over is nought',
    file: 'src/sdk/refusal.ts',
    replace: 'Math.max(0, Math.ceil(',
    by: 'Math.min(9e15, Math.ceil(',
  },
  {
    rule: 'The pause doubles with each repeat',
    file: 'src/sdk/retry.ts',
    replace: 'firstMs * 2 ** repeats',
    by: 'firstMs * 2 * repeats',
  },
  {
    rule: 'The pause has an end',
    file: 'src/sdk/retry.ts',
    replace: 'longestBackOffMs = 8_000',
    by: 'longestBackOffMs = 80_000',
  },
  {
    rule: 'Clients that failed together do not return together',
    file: 'src/sdk/retry.ts',
    replace: 'ceiling / 2 + (Math.random() * ceiling) / 2',
    by: 'ceiling',
  },
  {
    rule: 'A pause that is over leaves no listener at the signal of the caller',
    file: 'src/sdk/retry.ts',
    replace: "signal?.removeEventListener('abort', stop);",
    by: '',
  },
];
