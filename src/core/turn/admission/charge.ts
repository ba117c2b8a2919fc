import type { PerDimension } from '#contract/quota.ts';
import type { Admission } from './admission.ts';

/** The charge of a turn in each dimension. */
export function chargeOf({ priority, deepDive }: Admission): PerDimension<number> {
  return { requests: 1, priority: Number(priority), deep_dive: Number(deepDive) };
}
