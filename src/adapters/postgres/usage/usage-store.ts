import type { Owner } from '#core/identity/caller.ts';
import type { UsageCounts, UsageStore } from '#core/usage/usage.ts';
import type { Queryable } from '../database/database.ts';
import { type Counts, countsIn, eachDimension } from './dimension-columns.ts';

interface TodayRow extends Counts {
  readonly day: string;
  readonly at: Date;
  readonly client_requests: number;
}

const todaySql = `
  select utc_day() as day, now() as at,
    coalesce((select requests from usage_clients where client_id = $1 and day = utc_day()), 0) as client_requests,
    ${eachDimension((column) => `coalesce(u.${column}, 0) as ${column}`)}
  from (values (1)) one(x)
  left join usage_users u on u.client_id = $1 and u.day = utc_day() and u.external_user_id = $2`;

/** Today's counters. A missing row means that nothing was used. */
export class PostgresUsageStore implements UsageStore {
  readonly #database: Queryable;

  constructor(database: Queryable) {
    this.#database = database;
  }

  async today(owner: Owner): Promise<UsageCounts> {
    const [row] = await this.#database.query<TodayRow>(todaySql, [owner.clientId, owner.userId]);
    if (row === undefined) throw new Error('The query for a day returned no row');
    return { day: row.day, at: row.at, clientRequests: row.client_requests, user: countsIn(row) };
  }
}
