import type { PerDimension } from '#contract/quota.ts';

/** What a turn is charged for. */
interface ChargedTurn {
  readonly priority: boolean;
  readonly deepDive: boolean;
}

/** What a turn costs: reserved with its admission, and given back as a whole or not at all. */
export function chargeOf({ priority, deepDive }: ChargedTurn): PerDimension<number> {
  return { requests: 1, priority: priority ? 1 : 0, deep_dive: deepDive ? 1 : 0 };
}
