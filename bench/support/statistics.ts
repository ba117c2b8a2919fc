/** NaN for an empty list, because a figure that was not measured never meets a goal. */
export function median(values: readonly number[]): number {
  return quantile(values, 0.5);
}

/** NaN for an empty list, too. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  const place = sorted.length * share;
  const upper = sorted[Math.floor(place)] ?? Number.NaN;
  const lower = sorted[Math.ceil(place) - 1] ?? Number.NaN;
  return (upper + lower) / 2;
}

/** Round by round, so that a disturbance in one round affected both sides. */
export function ratios(ours: readonly number[], theirs: readonly number[]): number[] {
  return ours.map((value, round) => value / (theirs[round] ?? Number.NaN));
}

export function differences(ours: readonly number[], theirs: readonly number[]): number[] {
  return ours.map((value, round) => value - (theirs[round] ?? Number.NaN));
}

export function sums(ours: readonly number[], others: readonly number[]): number[] {
  return ours.map((value, round) => value + (others[round] ?? Number.NaN));
}
