import { type Lane, lanes } from '#contract/jobs.ts';
import type {
  ClientRefusalRow,
  EventBacklog,
  KnowledgeSize,
  Percentiles,
  ProcessRow,
  ProviderCalls,
  ProviderRow,
  QueueRow,
  RefusalRow,
  Retention,
  SeriesFilter,
  SeriesRow,
  StoredNumbers,
} from '#core/numbers/stored-numbers.ts';
import { percentileIn } from '#core/numbers/time-buckets.ts';
import { camelRows } from '../database/camel-rows.ts';
import type { Queryable } from '../database/database.ts';
import { findOldestTransaction, listReplicationSlots } from '../database/old-snapshots.ts';
import { type CallColumns, callColumns, callsIn } from '../usage/call-columns.ts';
import { laneRows } from './lane-rows.ts';
import { type SeriesColumns, seriesOfAll, seriesOfClient } from './usage-series.ts';

/** Reads the stored numbers. Give it connections of its own with a short limit for a statement. */
export class PostgresStoredNumbers implements StoredNumbers {
  readonly #database: Queryable;

  constructor(database: Queryable) {
    this.#database = database;
  }

  async usageSeries(filter: SeriesFilter): Promise<readonly SeriesRow[]> {
    const { clientSlug, from, to, by, mostGroups } = filter;
    const series = clientSlug === null ? seriesOfAll : seriesOfClient;
    const rows = await this.#database.query<SeriesColumns>(series[by], [clientSlug, from, to, mostGroups]);
    return rows.map((row) => ({
      day: row.day,
      group: row.group_name,
      turns: row.turns,
      failed: row.failed,
      cancelled: row.cancelled,
      expired: row.expired,
      refunded: row.refunded,
      ...callsIn(row),
      firstTexts: row.first_texts,
      firstTextMs: row.first_texts === 0 ? null : row.first_text_ms / row.first_texts,
    }));
  }

  async refusals(minutes: number, clientSlug: string | null): Promise<readonly RefusalRow[]> {
    return this.#database.query<RefusalRow>(
      `select r.code, sum(r.refusals)::float as refusals from refusal_minutes r
       where r.minute > now() - $1 * interval '1 minute'
         and ($2::text is null or r.client_id = (select id from clients where slug = $2))
       group by 1 order by 2 desc, 1`,
      [minutes, clientSlug],
    );
  }

  refusalsOfClients(minutes: number, limit: number): Promise<readonly ClientRefusalRow[]> {
    return this.#database.query<ClientRefusalRow>(
      `select c.slug as client, r.code, sum(r.refusals)::float as refusals
       from refusal_minutes r join clients c on c.id = r.client_id
       where r.minute > now() - $1 * interval '1 minute'
       group by 1, 2 order by 3 desc, 1, 2 limit $2`,
      [minutes, limit],
    );
  }

  async providers(minutes: number): Promise<readonly ProviderRow[]> {
    const rows = await this.#database.query<ProviderColumns>(
      `with recent as materialized (
         select provider, model, calls, failed, timeouts, first_text_buckets, duration_buckets
         from provider_minutes where minute > now() - $1 * interval '1 minute')
       select provider, model, sum(calls)::float as calls, sum(failed)::float as failed,
         sum(timeouts)::float as timeouts, ${summedBuckets('first_text_buckets')} as first_text,
         ${summedBuckets('duration_buckets')} as duration
       from recent p group by provider, model order by provider, model`,
      [minutes],
    );
    return rows.map(({ first_text, duration, ...row }) => ({
      ...row,
      firstText: percentilesOf(first_text),
      duration: percentilesOf(duration),
    }));
  }

  async callsOfToday(): Promise<readonly ProviderCalls[]> {
    const columns = callColumns.join(', ');
    const rows = await this.#database.query<CallColumns & { provider: string }>(
      `select provider, ${callColumns.map((column) => `sum(${column})::float8 as ${column}`).join(', ')}
       from (
         select provider, ${columns} from usage_call_days where day = utc_day()
         union all
         select split_part(model_reference, '/', 1), ${columns} from usage_call_entries where day = utc_day()) c
       group by 1 order by 1`,
    );
    return rows.map((row) => ({ provider: row.provider, ...callsIn(row) }));
  }

  async firstText(minutes: number): Promise<Percentiles | null> {
    const [row] = await this.#database.query<{ buckets: number[] | null }>(
      `select array_agg(s.total order by s.n) as buckets from (
         select u.n, sum(u.count)::float as total
         from provider_minutes q, unnest(q.first_text_buckets) with ordinality u(count, n)
         where q.minute > now() - $1 * interval '1 minute' group by u.n) s`,
      [minutes],
    );
    return percentilesOf(row?.buckets ?? null);
  }

  processes(): Promise<readonly ProcessRow[]> {
    return camelRows(
      this.#database,
      `select id, started_at, slots, service_ms, state
       from processes where lease_until > now() order by started_at, id`,
    );
  }

  async queues(): Promise<readonly QueueRow[]> {
    const rows = await this.#database.query<{ lane: Lane; claimable: number; oldest: number | null }>(
      `select lane, queued as claimable, extract(epoch from now() - oldest_at)::float as oldest
       from (${laneRows('$1')}) l`,
      [lanes],
    );
    return rows.map(({ lane, claimable, oldest }) => ({ lane, claimable, oldestSeconds: oldest }));
  }

  /**
   * The log is read up to the oldest transaction that writes: its age is the lag. Deliveries that wait until an
   * endpoint or a client is enabled do not count as late; an event that has no deliveries yet counts as one.
   */
  async events(): Promise<EventBacklog> {
    const [row] = await this.#database.query<{ lag: number; pending: number; overdue: number }>(
      `select coalesce((select extract(epoch from clock_timestamp() - min(xact_start))::float from pg_stat_activity
           where backend_xid is not null and datname = current_database()), 0) as lag,
         count(*)::float as pending,
         greatest(coalesce(extract(epoch from now() - min(due_at))::float, 0), 0) as overdue
       from (
         select d.due_at from webhook_deliveries d
         join webhooks w on w.client_id = d.client_id and w.id = d.webhook_id and w.enabled
         join clients c on c.id = d.client_id and c.enabled
         where d.due_at is not null
         union all select created_at from events where is_unsent) pending`,
    );
    const { lag = 0, pending = 0, overdue = 0 } = row ?? {};
    return { lagSeconds: lag, pendingDeliveries: pending, overdueSeconds: overdue };
  }

  async retention(): Promise<Retention> {
    const oldest = await findOldestTransaction(this.#database);
    const [largest] = await listReplicationSlots(this.#database);
    return { oldestTransactionSeconds: oldest?.seconds ?? 0, slotBytes: largest?.bytes ?? 0 };
  }

  async knowledge(): Promise<KnowledgeSize> {
    const [row] = await this.#database.query<KnowledgeSize>(
      `select coalesce(sum(documents), 0)::float as documents, coalesce(sum(chunks), 0)::float as chunks
       from corpora`,
    );
    return row ?? { documents: 0, chunks: 0 };
  }
}

interface ProviderColumns extends Omit<ProviderRow, 'firstText' | 'duration'> {
  readonly first_text: readonly number[] | null;
  readonly duration: readonly number[] | null;
}

function summedBuckets(column: string): string {
  return `(select array_agg(s.total order by s.n) from (
    select u.n, sum(u.count)::float as total from recent q, unnest(q.${column}) with ordinality u(count, n)
    where q.provider = p.provider and q.model = p.model group by u.n) s)`;
}

function percentilesOf(buckets: readonly number[] | null): Percentiles | null {
  const [p50, p95, p99] = [0.5, 0.95, 0.99].map((share) => percentileIn(buckets ?? [], share));
  if (p50 == null || p95 == null || p99 == null) return null;
  return { p50, p95, p99 };
}
