import { callColumns } from './call-columns.ts';

export const calls = callColumns.join(', ');
export const summedCalls = callColumns.map((column) => `sum(u.${column}) as ${column}`).join(', ');

/** `<provider>/<model>`; empty where a process died before it said which model it called. */
export const reference = `case when model = '' then provider else provider || '/' || model end`;

/** Each price with the day on which the next one begins. */
export const prices = `prices as materialized (
  select model, from_day,
    lead(from_day, 1, 'infinity'::date) over (partition by model order by from_day) as until_day,
    input, coalesce(cache_read, input) as cache_read, coalesce(cache_write, input) as cache_write, output
  from model_prices)`;

/** Joins rows `u`, which have a model and a day, with their prices. */
export const joinPrices =
  'left join prices p on p.model = u.model and u.day >= p.from_day and u.day < p.until_day';

/** The cost of a row `u` at its price `p`: null without a price, and without any tokens. */
export const costOfRow = `case when u.input_tokens is not null or u.output_tokens is not null then
  ((coalesce(u.input_tokens, 0) - coalesce(u.cache_read_tokens, 0) - coalesce(u.cache_write_tokens, 0)) * p.input
    + coalesce(u.cache_read_tokens, 0) * p.cache_read + coalesce(u.cache_write_tokens, 0) * p.cache_write
    + coalesce(u.output_tokens, 0) * p.output) * 0.000001 end`;

/** Every digit, and two after the point at least. */
export function asAmount(value: string): string {
  return `(case when scale(trim_scale(${value})) < 2 then round(${value}, 2) else trim_scale(${value}) end)::text`;
}

export const currency = '(select m.currency from model_prices m limit 1)';

/** The columns of a sum of rows `u` at their prices `p`. */
export const costColumns = `${asAmount(`sum(${costOfRow})`)} as amount, ${currency} as currency,
  coalesce(array_agg(distinct u.model collate "C") filter (where p.model is null and u.calls > 0 and u.model <> ''), '{}')
    as unpriced,
  coalesce(sum(u.calls_without_tokens), 0)::float8 as calls_without_tokens`;

const inSpan = 'day >= $2::date and day <= $3::date';
const ofClient = 'client_id = (select id from clients where slug = $1)';

/** The groups of a series: `$4` names those that have sums of their own. */
const keys = { total: `''::text`, model: 'u.model', agent: 'u.agent_slug', client: '$1::text' } as const;

/** All calls of the span, with the entries that are not folded yet. $1: a slug, or null. */
const rowsOfClient = `
  select day, ${reference} as model, agent_slug, ${calls} from usage_calls where ${ofClient} and ${inSpan}
  union all
  select day, model_reference, agent_slug, ${calls} from usage_call_entries where ${ofClient} and ${inSpan}`;

const rowsOfAll = `
  select day, ${reference} as model, agent_slug, ${calls} from usage_call_days
    where $1::text is null and ${inSpan}
  union all
  select day, model_reference, agent_slug, ${calls} from usage_call_entries where ${inSpan}`;

/** Sums by day and group, by group, and of everything. Rows `u` have a name, a day and a model. */
function seriesOf(rows: string): string {
  return `with ${prices}, used as (
      select u.name, u.day, u.model, ${summedCalls} from (${rows}) u group by 1, 2, 3
    )
    select u.day, u.name as group_name, grouping(u.day) = 1 as is_of_all_days, grouping(u.name) = 1 as is_of_all,
      ${costColumns}
    from used u ${joinPrices} group by grouping sets ((u.day, u.name), (u.name), ())`;
}

const named = (rows: string, key: string) =>
  `select case when ${key} = any($4::text[]) then ${key} end as name, u.* from (${rows}) u`;

/** Each of the clients by its key, and as the rest what all have beyond them. */
const byClient = `
  with own as (
    select c.slug as name, u.* from clients c cross join lateral (
      select day, ${reference} as model, ${calls} from usage_calls where client_id = c.id and ${inSpan}
      union all
      select day, model_reference, ${calls} from usage_call_entries where client_id = c.id and ${inSpan}) u
    where c.slug = any($4::text[])
  )
  select name, day, model, ${calls} from own
  union all select null, day, model, ${calls} from (${rowsOfAll}) every_row
  union all select null, day, model, ${callColumns.map((column) => `- ${column}`).join(', ')} from own`;

type Group = keyof typeof keys;

/** $1: a slug, or null. $2, $3: the days, both included. $4: the names of the groups. */
export function costSeriesSql(by: Group, isOfClient: boolean): string {
  if (isOfClient) return seriesOf(named(rowsOfClient, keys[by]));
  return seriesOf(by === 'client' ? byClient : named(rowsOfAll, keys[by]));
}
