import type { ModelPrice, PriceKey, PriceStore, PriceWriter } from '#core/usage/price.ts';
import { camelRow, camelRows } from '../database/camel-rows.ts';
import type { Queryable } from '../database/database.ts';

const decimals = ['input', 'cache_read', 'cache_write', 'output'];
const columns = `model, from_day, currency, ${decimals.map((name) => `trim_scale(${name})::text as ${name}`).join(', ')}`;

/** What models cost. Writes belong inside a transaction. */
export class PostgresPriceStore implements PriceStore, PriceWriter {
  readonly #database: Queryable;

  constructor(database: Queryable) {
    this.#database = database;
  }

  list(after: PriceKey | null, limit: number): Promise<ModelPrice[]> {
    const [model = null, day = null] = after ?? [];
    return camelRows(
      this.#database,
      `select ${columns} from model_prices
       where $1::text is null or model > $1 or (model = $1 and from_day < $2::date)
       order by model, from_day desc limit $3`,
      [model, day, limit],
    );
  }

  /** Readers go on: the lock excludes writers only. It comes first, so that what follows sees what it waited for. */
  async lock(): Promise<string> {
    await this.#database.query('lock table model_prices in share row exclusive mode');
    const [row] = await this.#database.query<{ day: string }>('select utc_day() as day');
    if (row === undefined) throw new Error('The query for a day returned no row');
    return row.day;
  }

  on(model: string, day: string): Promise<ModelPrice | null> {
    return camelRow(
      this.#database,
      `select ${columns} from model_prices where model = $1 and from_day <= $2 order by from_day desc limit 1`,
      [model, day],
    );
  }

  async currencyBeside(model: string, fromDay: string): Promise<string | null> {
    const [row] = await this.#database.query<{ currency: string }>(
      'select currency from model_prices where (model, from_day) <> ($1, $2::date) limit 1',
      [model, fromDay],
    );
    return row?.currency ?? null;
  }

  async save(price: ModelPrice): Promise<void> {
    const { model, fromDay, currency, input, cacheRead, cacheWrite, output } = price;
    await this.#database.query(
      `insert into model_prices (model, from_day, currency, input, cache_read, cache_write, output)
       values ($1, $2, $3, $4, $5, $6, $7)
       on conflict (model, from_day) do update set currency = excluded.currency, input = excluded.input,
         cache_read = excluded.cache_read, cache_write = excluded.cache_write, output = excluded.output`,
      [model, fromDay, currency, input, cacheRead, cacheWrite, output],
    );
  }
}
