import type { CostSum } from '#core/usage/cost.ts';
import type {
  ClientDay,
  ClientMonth,
  ClientMonthKey,
  CostOfDay,
  CostSeries,
  CostSeriesFilter,
  CostStore,
  ExportedUsage,
  MonthFilter,
  Used,
} from '#core/usage/cost-store.ts';
import { camelRows } from '../database/camel-rows.ts';
import type { Queryable } from '../database/database.ts';
import { calls, costColumns, costSeriesSql, joinPrices, prices, reference, summedCalls } from './cost-sql.ts';
import { exportUsage } from './export-usage.ts';

type SeriesRow = CostSum & {
  readonly day: string | null;
  readonly groupName: string | null;
  readonly isOfAllDays: boolean;
  readonly isOfAll: boolean;
};

type UsedRow = CostSum & Omit<Used, 'cost'>;

/** Derives costs from calls and prices. Give it connections of their own with a short limit for a statement. */
export class PostgresCostStore implements CostStore {
  readonly #database: Queryable;

  constructor(database: Queryable) {
    this.#database = database;
  }

  async ofClientDays(days: readonly ClientDay[]): Promise<readonly CostOfDay[]> {
    if (days.length === 0) return [];
    const values = [days.map(({ clientSlug }) => clientSlug), days.map(({ day }) => day)];
    const rows = await camelRows<CostSum & ClientDay>(this.#database, clientDaysSql, values);
    return rows.map(({ clientSlug, day, ...cost }) => ({ clientSlug, day, cost }));
  }

  async series({ clientSlug, from, to, by, groups }: CostSeriesFilter): Promise<CostSeries> {
    const text = costSeriesSql(by, clientSlug !== null);
    const rows = await camelRows<SeriesRow>(this.#database, text, [clientSlug, from, to, groups]);
    const all = rows.find(({ isOfAll }) => isOfAll);
    if (all === undefined) throw new Error('The sum of everything is always one row');
    return {
      all,
      rows: rows
        .filter(({ isOfAll }) => !isOfAll)
        .map(({ day, groupName, isOfAllDays, isOfAll: _, ...cost }) => {
          return { day: isOfAllDays ? null : day, group: groupName, cost };
        }),
    };
  }

  async ofMonth({ month, clientSlug }: MonthFilter): Promise<Used & { readonly month: string }> {
    const text = monthSql(clientSlug === null ? monthOfAll : monthOfClient);
    const [row] = await camelRows<UsedRow & { readonly month: string }>(this.#database, text, [
      month,
      clientSlug,
    ]);
    if (row === undefined) throw new Error('The sum of a month is always one row');
    const { month: firstDay, ...used } = row;
    return { month: firstDay, ...usedOf(used) };
  }

  async clientsOfMonth(
    { month, clientSlug }: MonthFilter,
    after: ClientMonthKey | null,
    limit: number,
  ): Promise<ClientMonth[]> {
    const rows = await camelRows<UsedRow & Pick<ClientMonth, 'clientId' | 'clientSlug' | 'name'>>(
      this.#database,
      clientsOfMonthSql,
      [month, clientSlug, after?.[0] ?? null, after?.[1] ?? null, limit],
    );
    return rows.map(({ clientId, clientSlug: slug, name, ...used }) => {
      return { clientId, clientSlug: slug, name, ...usedOf(used) };
    });
  }

  exportMonth(month: string): AsyncIterable<ExportedUsage> {
    return exportUsage(this.#database, month);
  }
}

function usedOf({ amount, currency, unpriced, ...figures }: UsedRow): Used {
  const { callsWithoutTokens } = figures;
  return { ...figures, cost: { amount, currency, unpriced, callsWithoutTokens } };
}

const usedColumns = `coalesce(sum(u.calls), 0)::float8 as calls, sum(u.input_tokens)::float8 as input_tokens,
  sum(u.cache_read_tokens)::float8 as cache_read_tokens, sum(u.cache_write_tokens)::float8 as cache_write_tokens,
  sum(u.output_tokens)::float8 as output_tokens, ${costColumns}`;

/** $1, $2: slugs and days, one by one. A day without calls has a row, too. */
const clientDaysSql = `
  with ${prices}, wanted as materialized (
    select w.n, w.slug, w.day, c.id as client_id
    from unnest($1::text[], $2::date[]) with ordinality w(slug, day, n) left join clients c on c.slug = w.slug
  ), used as (
    select u.n, u.day, u.model, ${summedCalls} from (
      select w.n, w.day, ${reference} as model, ${calls}
      from wanted w join usage_calls c on c.client_id = w.client_id and c.day = w.day
      union all
      select w.n, w.day, model_reference, ${calls}
      from wanted w join usage_call_entries e on e.client_id = w.client_id and e.day = w.day) u
    group by 1, 2, 3
  )
  select w.slug as client_slug, w.day, ${costColumns}
  from wanted w left join used u on u.n = w.n ${joinPrices} group by w.n, w.slug, w.day order by w.n`;

const month = `coalesce($1::date, date_trunc('month', utc_day()::timestamp)::date)`;
const inMonth = `day >= ${month} and day < (${month} + interval '1 month')::date`;
const ofClient = 'client_id = (select id from clients where slug = $2)';

const monthOfAll = `
  select day, ${reference} as model, ${calls} from usage_call_days where $2::text is null and ${inMonth}
  union all select day, model_reference, ${calls} from usage_call_entries where ${inMonth}`;

const monthOfClient = `
  select day, ${reference} as model, ${calls} from usage_calls where ${ofClient} and ${inMonth}
  union all select day, model_reference, ${calls} from usage_call_entries where ${ofClient} and ${inMonth}`;

function monthSql(rows: string): string {
  return `with ${prices}, used as (select u.day, u.model, ${summedCalls} from (${rows}) u group by 1, 2)
    select ${month} as month, ${usedColumns} from used u ${joinPrices}`;
}

/**
 * The page is found in the months, and its tokens are added up there, too: they have one price for the whole month,
 * but for models whose price changes in it, of which the days are read. $1: the first day of the month. $2: a slug, or
 * null. $3, $4: the calls and the client of the row before. $5: the rows.
 */
const clientsOfMonthSql = `
  with ${prices}, changed as materialized (
    select model from model_prices where from_day > $1::date and from_day < ($1::date + interval '1 month')
  ), ranked as materialized (
    select m.client_id as id, sum(m.calls)::float8 as calls from (
      select client_id, calls from usage_call_months where month = $1::date
      union all select client_id, calls from usage_call_entries where ${inMonth}) m
    where ($2::text is null or m.client_id = (select id from clients where slug = $2))
      and m.client_id not in (select id from clients where deleted_at is not null)
    group by 1
    having sum(m.calls) > 0
      and ($3::float8 is null or sum(m.calls) < $3 or (sum(m.calls) = $3 and m.client_id > $4::integer))
    order by 2 desc, 1 limit $5
  ), used as (
    select r.id, u.day, u.model, ${summedCalls} from ranked r cross join lateral (
      select month as day, ${reference} as model, ${calls} from usage_call_months
        where client_id = r.id and month = $1::date and ${reference} not in (select model from changed)
      union all
      select day, ${reference}, ${calls} from usage_calls
        where client_id = r.id and ${inMonth} and ${reference} in (select model from changed)
      union all
      select day, model_reference, ${calls} from usage_call_entries where client_id = r.id and ${inMonth}) u
    group by 1, 2, 3
  )
  select c.id as client_id, c.slug as client_slug, c.name, ${usedColumns}
  from ranked r join clients c on c.id = r.id left join used u on u.id = r.id ${joinPrices}
  group by c.id, r.calls order by r.calls desc, c.id`;
