import type { SeriesGroup } from '#core/numbers/stored-numbers.ts';
import { type CallColumns, callColumns } from '../usage/call-columns.ts';

const turnCounts = ['turns', 'failed', 'cancelled', 'expired', 'refunded', 'first_texts', 'first_text_ms'];
const sums = [...turnCounts, ...callColumns];
const columns = sums.join(', ');

/** Processes before release 0.5.0 counted the tokens of a turn with it. */
const ofTurns = `${turnCounts.join(', ')}, 0 as calls, 0 as calls_without_tokens, input_tokens,
    null::bigint as cache_read_tokens, null::bigint as cache_write_tokens, output_tokens`;
const ofCalls = `${turnCounts.map((column) => `0 as ${column}`).join(', ')}, ${callColumns.join(', ')}`;
const summed = sums.map((column) => `sum(u.${column}::float8) as ${column}`).join(', ');

/** The columns of a row of `seriesOfClient` and `seriesOfAll`. */
export interface SeriesColumns extends CallColumns {
  readonly day: string;
  readonly group_name: string | null;
  readonly turns: number;
  readonly failed: number;
  readonly cancelled: number;
  readonly expired: number;
  readonly refunded: number;
  readonly first_texts: number;
  readonly first_text_ms: number;
}

const reference = `case when model = '' then provider else provider || '/' || model end as model_reference`;
const firstDay = 'coalesce($2::date, coalesce($3::date, utc_day()) - 29)';
const lastDay = 'coalesce($3::date, utc_day())';
const inSpan = `day >= ${firstDay} and day <= ${lastDay}`;

/** The totals, and the entries that are not folded into them yet. */
const theirs = `client_id = (select id from clients where slug = $1) and ${inSpan}`;
const rowsOfClient = `
  select client_id, day, ${reference}, agent_slug, ${ofTurns} from usage_models where ${theirs}
  union all
  select client_id, day, model_reference, agent_slug, ${ofTurns} from usage_model_entries where ${theirs}
  union all
  select client_id, day, ${reference}, agent_slug, ${ofCalls} from usage_calls where ${theirs}
  union all
  select client_id, day, model_reference, agent_slug, ${ofCalls} from usage_call_entries where ${theirs}`;

const rowsOfAll = `
  select day, ${reference}, agent_slug, ${ofTurns} from usage_days where $1::text is null and ${inSpan}
  union all
  select day, model_reference, agent_slug, ${ofTurns} from usage_model_entries where ${inSpan}
  union all
  select day, ${reference}, agent_slug, ${ofCalls} from usage_call_days where ${inSpan}
  union all
  select day, model_reference, agent_slug, ${ofCalls} from usage_call_entries where ${inSpan}`;

/**
 * Reads the rows twice, to rank the groups and to sum them. `key` distinguishes the groups, `name` is what those that
 * are shown are called.
 */
function seriesBy(rows: string, key: string, name = 's.key'): string {
  return `
    with used as not materialized (${rows}), ranked as (
      select ${key} as key from used u group by 1 order by sum(u.turns) desc, 1 limit $4
    ), shown as materialized (
      select s.key, ${name} as name from ranked s
    )
    select u.day, s.name as group_name, ${summed}
    from used u left join shown s on s.key = ${key}
    group by 1, 2 order by 1, 3 desc, 2`;
}

const nameOf = (client: string) => `coalesce((select c.slug from clients c where c.id = ${client}), '')`;

/** One client has few rows. $1: its slug. $2, $3: the days. $4: the groups that have rows of their own. */
export const seriesOfClient: Readonly<Record<SeriesGroup, string>> = {
  total: seriesBy(rowsOfClient, `''::text`),
  client: seriesBy(rowsOfClient, 'u.client_id', nameOf('s.key')),
  model: seriesBy(rowsOfClient, 'u.model_reference'),
  agent: seriesBy(rowsOfClient, 'u.agent_slug'),
};

/**
 * The clients with the most turns in the months of the span, each found by its key, and as the rest what the totals of
 * all have beyond them: the rows of a month of ten thousand clients are a million.
 */
const byClient = `
  with ranked as (
    select m.client_id as id from (
      select client_id, turns from usage_months
        where month >= date_trunc('month', ${firstDay}::timestamp) and month <= ${lastDay}
      union all select client_id, turns from usage_model_entries where ${inSpan}) m
    group by 1 order by sum(m.turns) desc, 1 limit $4
  ), shown as materialized (
    select id, ${nameOf('ranked.id')} as name from ranked
  ), own as materialized (
    select u.day, s.name, ${summed} from shown s cross join lateral (
      select day, ${ofTurns} from usage_models where client_id = s.id and ${inSpan}
      union all select day, ${ofTurns} from usage_model_entries where client_id = s.id and ${inSpan}
      union all select day, ${ofCalls} from usage_calls where client_id = s.id and ${inSpan}
      union all select day, ${ofCalls} from usage_call_entries where client_id = s.id and ${inSpan}) u
    group by 1, 2
  ), rest as (
    select u.day, null::text as name, ${summed} from (
      select day, ${columns} from (${rowsOfAll}) every_row
      union all select day, ${sums.map((column) => `- ${column}`).join(', ')} from own) u
    group by 1
  )
  select day, name as group_name, ${columns} from own
  union all select day, name, ${columns} from rest where turns > 0 or calls > 0
  order by 1, 3 desc, 2`;

/** The same parameters, the first of which is null. */
export const seriesOfAll: Readonly<Record<SeriesGroup, string>> = {
  total: seriesBy(rowsOfAll, `''::text`),
  client: byClient,
  model: seriesBy(rowsOfAll, 'u.model_reference'),
  agent: seriesBy(rowsOfAll, 'u.agent_slug'),
};
