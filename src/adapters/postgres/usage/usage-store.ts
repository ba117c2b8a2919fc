import type { Owner } from '#core/identity/caller.ts';
import type { UsageCounts } from '#core/usage/usage.ts';
import type { UsageStore } from '#core/usage/usage-store.ts';
import type { Queryable } from '../database/database.ts';
import { type UsageRow, usageOf } from '../turns/turn-rows.ts';

/** Today's counters. A day without a row has not been used. */
export class PostgresUsageStore implements UsageStore {
  readonly #database: Queryable;

  constructor(database: Queryable) {
    this.#database = database;
  }

  async today(owner: Owner): Promise<UsageCounts> {
    const [row] = await this.#database.query<{ usage: UsageRow }>('select usage_of($1, $2) as usage', [
      owner.clientId,
      owner.userId,
    ]);
    if (row === undefined) throw new Error('usage_of answered no row');
    return usageOf(row.usage);
  }
}
