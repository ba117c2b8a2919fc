import type { ProcessReport, ProcessReportStore } from '#core/numbers/process-report.ts';
import type { Database } from '../database/database.ts';
import { deleteSlices } from '../database/delete-slice.ts';
import type { Statement } from '../database/statement-group.ts';
import { foldCallsSql } from './fold-calls.ts';

/** This many entries easily fit into one statement and its time limit. */
const mostEntriesOfFold = 50_000;

export class PostgresProcessReportStore implements ProcessReportStore {
  readonly #database: Database;
  readonly #mostEntries: number;

  constructor(database: Database, mostEntries = mostEntriesOfFold) {
    this.#database = database;
    this.#mostEntries = mostEntries;
  }

  async report(processId: string, report: ProcessReport): Promise<boolean> {
    const statements = [storing(processId, report), ...naming(report)];
    const [rows] = await this.#database.group(statements);
    const [row]: { is_known: boolean }[] = rows ?? [];
    return row?.is_known ?? false;
  }

  async foldUsage(): Promise<boolean> {
    const taken = [];
    for (const sql of [foldSql, foldCallsSql]) {
      const [row] = await this.#database.query<{ taken: number }>(sql, [this.#mostEntries]);
      taken.push(row?.taken ?? 0);
    }
    return taken.some((entries) => entries >= this.#mostEntries);
  }

  prune(): Promise<boolean> {
    return deleteSlices(this.#database, {
      refusal_minutes: `minute < now() - interval '7 days'`,
      provider_minutes: `minute < now() - interval '7 days'`,
      turn_traces: `created_at < now() - interval '1 day'`,
    });
  }
}

function storing(processId: string, { number, state, refusals, providers }: ProcessReport): Statement {
  const refused = refusals.map((row) => ({
    client_id: row.clientId,
    code: row.code,
    refusals: row.refusals,
  }));
  const called = providers.map((row) => ({
    provider: row.provider,
    model: row.model,
    calls: row.calls,
    failed: row.failed,
    timeouts: row.timeouts,
    first_text_buckets: row.firstTextBuckets,
    duration_buckets: row.durationBuckets,
  }));
  const values = [processId, number, JSON.stringify(state), JSON.stringify(refused), JSON.stringify(called)];
  return { text: storeSql, values };
}

const addedBuckets = (column: string) =>
  `(select array_agg(a + b order by n)
    from unnest(m.${column}, excluded.${column}) with ordinality u(a, b, n))`;

/**
 * $2: the number of the report. A report that is already known changes nothing. The rows are written in one order, so
 * that two processes never wait for each other.
 */
const storeSql = `
  with fresh as (
    update processes set state = $3, report = $2 where id = $1 and report < $2 returning id
  ), refused as (
    insert into refusal_minutes as m (minute, client_id, code, refusals)
      select date_trunc('minute', now()), r.client_id, r.code, r.refusals
      from fresh, jsonb_to_recordset($4) as r(client_id integer, code text, refusals integer)
      order by 2, 3
      on conflict (minute, client_id, code) do update set refusals = m.refusals + excluded.refusals
  ), called as (
    insert into provider_minutes as m (minute, provider, model, calls, failed, timeouts, first_text_buckets,
        duration_buckets)
      select date_trunc('minute', now()), r.provider, r.model, r.calls, r.failed, r.timeouts, r.first_text_buckets,
        r.duration_buckets
      from fresh, jsonb_to_recordset($5) as r(provider text, model text, calls integer, failed integer,
        timeouts integer, first_text_buckets integer[], duration_buckets integer[])
      order by 2, 3
      on conflict (minute, provider, model) do update set calls = m.calls + excluded.calls,
        failed = m.failed + excluded.failed, timeouts = m.timeouts + excluded.timeouts,
        first_text_buckets = ${addedBuckets('first_text_buckets')},
        duration_buckets = ${addedBuckets('duration_buckets')}
  )
  select exists (select from processes where id = $1) as is_known`;

function naming({ models }: ProcessReport): readonly Statement[] {
  if (models.length === 0) return [];
  const values = [
    models.map(({ clientId }) => clientId),
    models.map(({ turnId }) => turnId),
    models.map(({ attempt }) => attempt),
    models.map(({ model }) => model),
  ];
  return [{ text: nameSql, values }];
}

/** A turn whose row another transaction holds is left out: it is ending, and its end stores the model. */
const nameSql = `
  with running as (
    select t.client_id, t.id, a.model
      from unnest($1::integer[], $2::uuid[], $3::integer[], $4::text[]) a(client_id, id, attempt, model)
      join turns t on t.client_id = a.client_id and t.id = a.id and t.attempt = a.attempt and t.state = 'running'
      for no key update of t skip locked
  )
  update turns t set model = r.model from running r where t.client_id = r.client_id and t.id = r.id`;

/**
 * One process folds at a time: the others find the lock taken and leave the entries to it. $1: the entries that are
 * taken at most.
 */
const foldSql = `
  with lock as materialized (select pg_try_advisory_xact_lock(hashtext('parley usage_models')) as is_mine),
  taken as (
    delete from usage_model_entries e using lock
      where lock.is_mine and e.ctid in (select ctid from usage_model_entries limit $1)
      returning e.client_id, e.day, e.model_reference, e.delivery, e.agent_slug, e.turns, e.failed, e.cancelled,
        e.expired, e.refunded, e.input_tokens, e.output_tokens, e.first_texts, e.first_text_ms
  ), folded as (
    insert into usage_models as m (client_id, day, provider, model, delivery, agent_slug, turns, failed, cancelled,
        expired, refunded, input_tokens, output_tokens, first_texts, first_text_ms)
      select client_id, day, split_part(model_reference, '/', 1),
        substr(model_reference, strpos(model_reference, '/') + 1), delivery, agent_slug, sum(turns), sum(failed),
        sum(cancelled), sum(expired), sum(refunded), sum(input_tokens), sum(output_tokens), sum(first_texts),
        sum(first_text_ms)
      from taken group by 1, 2, 3, 4, 5, 6 order by 1, 2, 3, 4, 5, 6
      on conflict (client_id, day, provider, model, delivery, agent_slug) do update set turns = m.turns + excluded.turns,
        failed = m.failed + excluded.failed, cancelled = m.cancelled + excluded.cancelled,
        expired = m.expired + excluded.expired, refunded = m.refunded + excluded.refunded,
        input_tokens = m.input_tokens + excluded.input_tokens,
        output_tokens = m.output_tokens + excluded.output_tokens, first_texts = m.first_texts + excluded.first_texts,
        first_text_ms = m.first_text_ms + excluded.first_text_ms
  ), of_all as (
    insert into usage_days as m (day, provider, model, delivery, agent_slug, turns, failed, cancelled, expired,
        refunded, input_tokens, output_tokens, first_texts, first_text_ms)
      select day, split_part(model_reference, '/', 1), substr(model_reference, strpos(model_reference, '/') + 1),
        delivery, agent_slug, sum(turns), sum(failed), sum(cancelled), sum(expired), sum(refunded),
        sum(input_tokens), sum(output_tokens), sum(first_texts), sum(first_text_ms)
      from taken group by 1, 2, 3, 4, 5 order by 1, 2, 3, 4, 5
      on conflict (day, provider, model, delivery, agent_slug) do update set turns = m.turns + excluded.turns,
        failed = m.failed + excluded.failed, cancelled = m.cancelled + excluded.cancelled,
        expired = m.expired + excluded.expired, refunded = m.refunded + excluded.refunded,
        input_tokens = m.input_tokens + excluded.input_tokens,
        output_tokens = m.output_tokens + excluded.output_tokens, first_texts = m.first_texts + excluded.first_texts,
        first_text_ms = m.first_text_ms + excluded.first_text_ms
  ), of_months as (
    insert into usage_months as m (client_id, month, turns)
      select client_id, date_trunc('month', day)::date, sum(turns) from taken group by 1, 2 order by 1, 2
      on conflict (client_id, month) do update set turns = m.turns + excluded.turns
  )
  select count(*) as taken from taken`;
