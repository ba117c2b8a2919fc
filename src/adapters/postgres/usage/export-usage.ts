import type { ExportedUsage } from '#core/usage/cost-store.ts';
import { camelRows } from '../database/camel-rows.ts';
import type { Queryable } from '../database/database.ts';
import { asAmount, calls, costOfRow, currency, joinPrices, prices, reference } from './cost-sql.ts';

/** So many rows are in memory at a time, whatever a month has. */
const rowsAtATime = 1_000;
/** Few enough that the rows of one client with very many are sorted in a moment. */
const clientsAtATime = 20;

type Row = ExportedUsage & { readonly clientId: number };

/** Client by client, and of each its calls before its turns. No connection is held between two pages. */
export async function* exportUsage(database: Queryable, month: string): AsyncGenerator<ExportedUsage, void> {
  for (let last = 0; ; ) {
    const clients = await database.query<{ id: number }>(
      'select id from clients where id > $1 and deleted_at is null order by id limit $2',
      [last, clientsAtATime],
    );
    const ids = clients.map(({ id }) => id);
    yield* rowsOf(database, month, ids);
    last = ids.at(-1) ?? last;
    if (ids.length < clientsAtATime) return;
  }
}

async function* rowsOf(
  database: Queryable,
  month: string,
  clientIds: readonly number[],
): AsyncGenerator<ExportedUsage, void> {
  for (let after: readonly unknown[] = keyOf(null); ; ) {
    const rows = await camelRows<Row>(database, pageSql, [month, clientIds, ...after, rowsAtATime]);
    for (const { clientId: _, ...row } of rows) yield row;
    const last = rows.at(-1);
    if (last === undefined || rows.length < rowsAtATime) return;
    after = keyOf(last);
  }
}

function keyOf(row: Row | null): readonly unknown[] {
  if (row === null) return [0, '', '-infinity', '', '', '', '', ''];
  if (row.row === 'turns') return [row.clientId, row.row, row.day, '', '', '', '', ''];
  const { clientId, day, provider, model, agent, kind, outcome } = row;
  return [clientId, row.row, day, provider, model, agent, kind, outcome];
}

const inMonth = `day >= $1::date and day < ($1::date + interval '1 month')::date`;
const ofClients = `client_id = any($2::int[]) and ${inMonth}`;
const place = 'client_id, "row", day, provider, model, agent, kind, outcome';
const counted = `calls, requests, priority, deep_dive, input_tokens, cache_read_tokens, cache_write_tokens,
  output_tokens`;

/** $1: the first day of the month. $2: clients. $3 to $10: the place of the row before. $11: the rows. */
const pageSql = `
  with ${prices}, used as (
    select client_id, day, provider, model as own_model, ${reference} as model, agent_slug, kind, outcome,
      ${calls}
    from usage_calls where ${ofClients} and calls > 0
  ), listed as (
    select u.client_id, 'calls' as "row", u.day, u.provider, u.own_model as model, u.agent_slug as agent, u.kind,
      u.outcome, u.calls, null::int as requests, null::int as priority, null::int as deep_dive, u.input_tokens,
      u.cache_read_tokens, u.cache_write_tokens, u.output_tokens, ${costOfRow} as exact
    from used u ${joinPrices}
    union all
    select client_id, 'turns', day, '', '', '', '', '', null, requests, priority, deep_dive, null, null, null, null, null
    from usage_clients where ${ofClients} and (requests > 0 or priority > 0 or deep_dive > 0)
  )
  select ${place}, ${counted}, (select slug from clients where id = client_id) as client,
    ${asAmount('exact')} as cost, case when exact is not null then ${currency} end as currency
  from listed where (${place}) > ($3, $4, $5::date, $6, $7, $8, $9, $10) order by ${place} limit $11`;
