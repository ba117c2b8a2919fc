import { type PerDimension, perDimension } from '#contract/quota.ts';

/** The options that decide a turn's charge. */
interface ChargedTurn {
  readonly priority: boolean;
  readonly deepDive: boolean;
  /** It sends what a person has said yes to: the turn that asked was charged. */
  readonly isConfirmation: boolean;
}

/** The cost of a turn: charged with its admission, and refunded as a whole or not at all. */
export function chargeOf({ priority, deepDive, isConfirmation }: ChargedTurn): PerDimension<number> {
  if (isConfirmation) return perDimension(() => 0);
  return { requests: 1, priority: Number(priority), deep_dive: Number(deepDive) };
}
