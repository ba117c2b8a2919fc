import type { Cost } from '#contract/usage/cost.ts';

/** What some calls cost, as far as it is known. */
export interface CostSum {
  /** An exact decimal; null where no call has both a price and tokens. */
  readonly amount: string | null;
  /** The one of all prices; null where there is none. */
  readonly currency: string | null;
  /** Models that were called on a day without a price, as `<provider>/<model>`. */
  readonly unpriced: readonly string[];
  readonly callsWithoutTokens: number;
}

/** What is not known is named and never 0, so a sum with a part of that kind is a lower bound. */
export function presentCost({ amount, currency, unpriced, callsWithoutTokens }: CostSum): Cost {
  const complete = unpriced.length === 0 && callsWithoutTokens === 0;
  return {
    // Nothing that was called costs nothing, once there are prices at all.
    amount: amount ?? (complete && currency !== null ? '0.00' : null),
    currency,
    complete,
    unpriced: [...unpriced],
    calls_without_tokens: callsWithoutTokens,
  };
}
