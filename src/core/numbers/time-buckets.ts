/**
 * Upper bounds in seconds of the buckets in which stored times are counted; one more bucket counts what is above them
 * all. They are the convention's for calls to models, so that a screen and a metric show the same percentiles.
 */
export const timeBuckets = [
  0.01, 0.02, 0.04, 0.08, 0.16, 0.32, 0.64, 1.28, 2.56, 5.12, 10.24, 20.48, 40.96, 81.92,
] as const;

export function emptyBuckets(): number[] {
  return new Array<number>(timeBuckets.length + 1).fill(0);
}

export function countIn(buckets: number[], seconds: number): void {
  const place = timeBuckets.findIndex((bound) => seconds <= bound);
  const at = place < 0 ? timeBuckets.length : place;
  buckets[at] = (buckets[at] ?? 0) + 1;
}

/**
 * The time in seconds that this share of the counted times does not exceed, interpolated within its bucket; null when
 * nothing was counted. What lies above all bounds counts as the highest one.
 */
export function percentileIn(buckets: readonly number[], share: number): number | null {
  const total = buckets.reduce((sum, count) => sum + count, 0);
  if (total === 0) return null;
  let below = 0;
  for (const [place, upper] of timeBuckets.entries()) {
    const count = buckets[place] ?? 0;
    if (count > 0 && below + count >= share * total) {
      const lower = timeBuckets[place - 1] ?? 0;
      return lower + ((share * total - below) / count) * (upper - lower);
    }
    below += count;
  }
  return timeBuckets.at(-1) ?? null;
}
