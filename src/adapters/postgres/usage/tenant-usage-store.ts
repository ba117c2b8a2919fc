import { perDimension } from '#contract/quota.ts';
import type { TenantUsageStore, UserUsage } from '#core/usage/tenant-usage-store.ts';
import type { Queryable } from '../database/database.ts';
import { type Counts, countsIn, eachDimension } from './dimension-columns.ts';

interface TodayRow extends Counts<'today_'> {
  external_user_id: string;
  email: string | null;
}

interface UserRow extends TodayRow, Counts {}

const sumOf = (column: string) => `sum(u.${column})::int as ${column},
  coalesce(sum(u.${column}) filter (where u.day = utc_day()), 0)::int as today_${column}`;

/** Reads the counters of a tenant's users. */
export class PostgresTenantUsageStore implements TenantUsageStore {
  readonly #database: Queryable;

  constructor(database: Queryable) {
    this.#database = database;
  }

  async topUsers(clientId: number, limit: number): Promise<UserUsage[]> {
    const rows = await this.#database.query<UserRow>(
      `select t.*, h.email from (
         select u.external_user_id, ${eachDimension(sumOf)}
         from usage_users u where u.client_id = $1 and u.day > utc_day() - 30
         group by u.external_user_id order by sum(u.requests) desc, u.external_user_id limit $2) t
       left join hosted_users h on h.client_id = $1 and t.external_user_id = 'hu:' || h.id
       order by t.requests desc, t.external_user_id`,
      [clientId, limit],
    );
    return rows.map((row) => ({ ...todayOf(row), month: countsIn(row) }));
  }

  async topUsersToday(clientId: number, limit: number): Promise<Omit<UserUsage, 'month'>[]> {
    const rows = await this.#database.query<TodayRow>(
      `select t.*, h.email from (
         select external_user_id, ${eachDimension((column) => `${column} as today_${column}`)}
         from usage_users where client_id = $1 and day = utc_day() and requests > 0
         order by requests desc, external_user_id limit $2) t
       left join hosted_users h on h.client_id = $1 and t.external_user_id = 'hu:' || h.id
       order by t.today_requests desc, t.external_user_id`,
      [clientId, limit],
    );
    return rows.map(todayOf);
  }
}

function todayOf(row: TodayRow): Omit<UserUsage, 'month'> {
  const { external_user_id: externalUserId, email } = row;
  return { externalUserId, email, today: perDimension((column) => row[`today_${column}`]) };
}
