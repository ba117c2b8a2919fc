import type { PerDimension } from '#contract/quota.ts';

/** The options that decide a turn's charge. */
interface ChargedTurn {
  readonly priority: boolean;
  readonly deepDive: boolean;
}

/** The cost of a turn: charged with its admission, and refunded as a whole or not at all. */
export function chargeOf({ priority, deepDive }: ChargedTurn): PerDimension<number> {
  return { requests: 1, priority: Number(priority), deep_dive: Number(deepDive) };
}
