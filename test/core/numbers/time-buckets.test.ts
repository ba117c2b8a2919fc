import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { genAiTimeBuckets } from '#adapters/telemetry/conventions.ts';
import { countIn, emptyBuckets, percentileIn, timeBuckets } from '#core/numbers/time-buckets.ts';

describe('Stored times', () => {
  it('have the bounds of the convention', () => {
    assert.deepEqual(timeBuckets, genAiTimeBuckets);
  });

  it('have no percentiles when none was counted', () => {
    assert.equal(percentileIn(emptyBuckets(), 0.5), null);
    assert.equal(percentileIn([], 0.5), null);
  });

  it('are interpolated within their bucket, and end at the highest bound', () => {
    const buckets = emptyBuckets();
    for (let count = 0; count < 90; count++) countIn(buckets, 0.5);
    for (let count = 0; count < 10; count++) countIn(buckets, 1_000);
    assert.equal(percentileIn(buckets, 0.45), 0.48);
    assert.equal(percentileIn(buckets, 0.9), 0.64);
    assert.equal(percentileIn(buckets, 0.95), 81.92);
  });

  it('count at their upper bound, not above it', () => {
    const buckets = emptyBuckets();
    countIn(buckets, 0.01);
    assert.deepEqual(buckets.slice(0, 2), [1, 0]);
  });
});
