import assert from 'node:assert/strict';
import { describe, mock, test } from 'node:test';
import { errorTable } from '#contract/errors.ts';
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
