import type { ModelPrice as PriceResource } from '#contract/usage/prices.ts';

/** What a model costs from a day on, in money for a million tokens; decimals as text, so that none is rounded. */
export interface ModelPrice {
  /** `<provider>/<model>` */
  readonly model: string;
  /** The first UTC day of the price, which ends where the model's next one begins. */
  readonly fromDay: string;
  readonly currency: string;
  readonly input: string;
  /** Null: the price of input. */
  readonly cacheRead: string | null;
  readonly cacheWrite: string | null;
  readonly output: string;
}

export type PriceKey = readonly [model: string, fromDay: string];

export interface PriceStore {
  /** By model, and of each model the newest first: those after `after`. */
  list(after: PriceKey | null, limit: number): Promise<ModelPrice[]>;
}

/** Writes prices, inside a transaction. */
export interface PriceWriter {
  /** Excludes other changes of prices until this one is stored. Returns today, by the database's clock. */
  lock(): Promise<string>;
  /** The price of a model on a day. */
  on(model: string, day: string): Promise<ModelPrice | null>;
  /** The currency of all prices but this one; null where there is no other. */
  currencyBeside(model: string, fromDay: string): Promise<string | null>;
  /** In place of the price of the same model from the same day, if there is one. */
  save(price: ModelPrice): Promise<void>;
}

export function presentPrice(price: ModelPrice): PriceResource {
  const { model, fromDay, currency, input, cacheRead, cacheWrite, output } = price;
  return {
    model,
    from_day: fromDay,
    currency,
    input,
    cache_read: cacheRead,
    cache_write: cacheWrite,
    output,
  };
}
