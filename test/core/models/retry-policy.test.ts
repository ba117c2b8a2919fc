import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { DEFAULT_RETRY_POLICY, retryDelayMs } from '#core/models/call-model.ts';
import { ModelError } from '#core/models/model-error.ts';
import type { Break } from '#test/break.ts';

const steady = { ...DEFAULT_RETRY_POLICY, random: () => 0.5 };
const passing = (retryAfterMs: number | null = null) =>
  new ModelError('unavailable', 'busy', { retryable: true, retryAfterMs });

describe('The wait before a call is repeated', () => {
  it('is a quarter of a second and then half of one, up to half of it shorter, and there are two repeats', () => {
    const between = (retry: number) =>
      [0, 0.999_999].map((random) =>
        Math.round(
          retryDelayMs({ ...DEFAULT_RETRY_POLICY, random: () => random }, passing(), retry, 0) ?? -1,
        ),
      );
    assert.deepEqual(
      [between(0), between(1), between(2)],
      [
        [125, 250],
        [250, 500],
        [-1, -1],
      ],
    );
  });

  it('grows to four seconds', () => {
    const policy = { ...steady, retries: 9, random: () => 1 };
    assert.deepEqual(
      [3, 4, 5, 8].map((retry) => retryDelayMs(policy, passing(), retry, 0)),
      [2_000, 4_000, 4_000, 4_000],
    );
  });

  it('is not shorter than the provider asks, and not shorter than without being asked', () => {
    assert.equal(retryDelayMs(steady, passing(3_000), 0, 0), 3_000);
    assert.equal(retryDelayMs(steady, passing(1), 1, 0), 375);
  });

  it('is eight seconds at most: a provider that asks for more is given up', () => {
    assert.equal(retryDelayMs(steady, passing(8_000), 0, 0), 8_000);
    for (const asked of [8_001, 9_000, 30_000, 60_000]) {
      assert.equal(retryDelayMs(steady, passing(asked), 0, 0), null, `${asked}`);
    }
  });

  it('ends within thirty seconds of the first call', () => {
    assert.equal(retryDelayMs(steady, passing(5_000), 0, 25_000), 5_000);
    assert.equal(retryDelayMs(steady, passing(5_000), 0, 25_001), null);
    assert.equal(retryDelayMs(steady, passing(), 0, 30_000), null);
  });

  it('is none after an error that stays', () => {
    assert.equal(retryDelayMs(steady, new ModelError('rejected', 'no', { retryable: false }), 0, 0), null);
  });
});

export const breaks: readonly Break[] = [
  {
    rule: 'The first repeat waits a quarter of a second',
    file: 'src/core/models/call-model.ts',
    replace: 'firstDelayMs: 250',
    by: 'firstDelayMs: 25_000',
  },
  {
    rule: 'A repeat waits four seconds at most',
    file: 'src/core/models/call-model.ts',
    replace: 'maxDelayMs: 4_000',
    by: 'maxDelayMs: 400_000',
  },
  {
    rule: 'A provider that asks for more than eight seconds is given up',
    file: 'src/core/models/call-model.ts',
    replace: 'maxRetryAfterMs: 8_000',
    by: 'maxRetryAfterMs: 40_000',
  },
  {
    rule: 'No repeat begins later than thirty seconds after the first call',
    file: 'src/core/models/call-model.ts',
    replace: 'budgetMs: 30_000',
    by: 'budgetMs: 3_000_000',
  },
  {
    rule: 'Each repeat waits twice as long',
    file: 'src/core/models/call-model.ts',
    replace: '2 ** retry',
    by: '1',
  },
  {
    rule: 'Repeats of many calls are spread',
    file: 'src/core/models/call-model.ts',
    replace: 'backoffMs * (0.5 + policy.random() / 2)',
    by: 'backoffMs',
  },
  {
    rule: 'A repeat waits half of its step at least',
    file: 'src/core/models/call-model.ts',
    replace: '0.5 + policy.random() / 2',
    by: 'policy.random()',
  },
  {
    rule: 'A provider cannot ask for a shorter wait',
    file: 'src/core/models/call-model.ts',
    replace: 'Math.max(backoffMs * (0.5 + policy.random() / 2), error.retryAfterMs ?? 0)',
    by: 'error.retryAfterMs ?? backoffMs * (0.5 + policy.random() / 2)',
  },
  {
    rule: 'The wait counts before a repeat begins',
    file: 'src/core/models/call-model.ts',
    replace: 'elapsedMs + delayMs > policy.budgetMs',
    by: 'elapsedMs > policy.budgetMs',
  },
];
