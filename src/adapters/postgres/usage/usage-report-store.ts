import { perDimension } from '#contract/quota.ts';
import type {
  CountsOfDay,
  DailyUsage,
  DailyUsageFilter,
  DailyUsageKey,
  UsageReportStore,
} from '#core/usage/usage-report-store.ts';
import type { Queryable } from '../database/database.ts';
import { type CallColumns, callColumns, callsIn } from './call-columns.ts';
import { type Counts, countsIn, eachDimension } from './dimension-columns.ts';

interface ReportRow extends Counts, CallColumns {
  day: string;
  client: string;
}

interface DayRow extends Counts, Counts<'client_'> {
  day: string;
}

/** Reads the counters of any day. */
export class PostgresUsageReportStore implements UsageReportStore {
  readonly #database: Queryable;

  constructor(database: Queryable) {
    this.#database = database;
  }

  async list(filter: DailyUsageFilter, after: DailyUsageKey | null, limit: number): Promise<DailyUsage[]> {
    const { clientSlug, externalUserId, from, to } = filter;
    const [table, user] = externalUserId === null ? ['usage_clients', ''] : ['usage_users', userCondition];
    const rows = await this.#database.query<ReportRow>(
      `with page as materialized (
         select u.client_id, u.day, c.slug as client, ${eachDimension((column) => `u.${column}`)}
         from ${table} u join clients c on c.id = u.client_id
         where ($1::text is null or c.slug = $1)
           and u.day >= coalesce($2::date, coalesce($3::date, utc_day()) - 29)
           and u.day <= coalesce($3::date, utc_day())
           and ($4::date is null or u.day < $4 or (u.day = $4 and c.slug > $5))
           ${user}
         order by u.day desc, c.slug limit $6
       )
       select p.day, p.client, ${eachDimension((column) => `p.${column}`)},
         ${callColumns.map((column) => `m.${column}`).join(', ')}
       from page p cross join lateral (${callsOfDay}) m order by p.day desc, p.client`,
      [clientSlug, from, to, after?.[0] ?? null, after?.[1] ?? null, limit].concat(
        externalUserId === null ? [] : [externalUserId],
      ),
    );
    return rows.map((row) => {
      const calls = externalUserId === null ? callsIn(row) : null;
      return { day: row.day, clientSlug: row.client, externalUserId, counts: countsIn(row), calls };
    });
  }

  async clientDay(clientId: number, day: string | null): Promise<CountsOfDay> {
    const row = await this.#day(clientId, null, day);
    return { day: row.day, counts: perDimension((column) => row[`client_${column}`]) };
  }

  async userDay(clientId: number, externalUserId: string, day: string | null): Promise<CountsOfDay> {
    const row = await this.#day(clientId, externalUserId, day);
    return { day: row.day, counts: countsIn(row) };
  }

  async #day(clientId: number, externalUserId: string | null, day: string | null): Promise<DayRow> {
    const [row] = await this.#database.query<DayRow>(
      `select d.day, ${eachDimension((column) => `coalesce(c.${column}, 0) as client_${column}`)},
         ${eachDimension((column) => `coalesce(u.${column}, 0) as ${column}`)}
       from (select coalesce($3::date, utc_day()) as day) d
       left join usage_clients c on c.client_id = $1 and c.day = d.day
       left join usage_users u on u.client_id = $1 and u.day = d.day and u.external_user_id = $2`,
      [clientId, externalUserId, day],
    );
    if (row === undefined) throw new Error('The query for a day returned no row');
    return row;
  }
}

const userCondition = 'and u.external_user_id = $7';

/** The totals, without what the next fold adds: partners may read them often. */
const callsOfDay = `select ${callColumns.map(sumOf).join(', ')} from usage_calls where client_id = p.client_id and day = p.day`;

/** A day without calls has none, and no tokens that anybody has counted. */
function sumOf(column: (typeof callColumns)[number]): string {
  const sum = `sum(${column})::float8`;
  return `${column.startsWith('calls') ? `coalesce(${sum}, 0)` : sum} as ${column}`;
}
