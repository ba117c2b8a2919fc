import type { HealthStore, QueueState } from '#core/health/health-store.ts';
import { camelRow } from './camel-rows.ts';
import type { Queryable } from './database.ts';

/** Reads the state of the database and of the queue. */
export class PostgresHealthStore implements HealthStore {
  readonly #database: Queryable;

  constructor(database: Queryable) {
    this.#database = database;
  }

  async ping(): Promise<void> {
    await this.#database.query('select 1 as one');
  }

  async queue(): Promise<QueueState> {
    const state = await camelRow<QueueState>(this.#database, queueSql);
    if (state === null) throw new Error('The query for the state of the queue returned no row');
    return state;
  }

  async countProcesses(): Promise<number> {
    const sql = 'select count(*)::int as processes from processes where lease_until > now()';
    const [row] = await this.#database.query<{ readonly processes: number }>(sql);
    return row?.processes ?? 0;
  }
}

/** A job whose client or user has reached its limit of concurrent turns waits for a valid reason and is left out. */
const queueSql = `
  with running as materialized (
    select client_id, external_user_id, process_id, door from turns where state = 'running'),
  workers as materialized (
    select id, slots from processes where lease_until > now() and slots > 0),
  full_clients as (
    select r.client_id from running r join clients c on c.id = r.client_id
    group by r.client_id, c.concurrent_turns having count(*) >= c.concurrent_turns),
  full_users as (
    select r.client_id, r.external_user_id from running r join clients c on c.id = r.client_id
    group by r.client_id, r.external_user_id, c.concurrent_turns_per_user
    having count(*) >= c.concurrent_turns_per_user),
  oldest as (
    select t.queued_at from turns t
    where t.state = 'queued' and t.tag is not null
      and t.client_id not in (select client_id from full_clients)
      and (t.client_id, t.external_user_id) not in (select client_id, external_user_id from full_users)
    order by t.queued_at limit 1)
  select
    (select count(*)::int from workers) as workers,
    (select coalesce(sum(greatest(0, w.slots - used.jobs)), 0)::int from workers w,
      lateral (select count(*) as jobs from running r where r.process_id = w.id and r.door = 'job') used) as free_slots,
    (select extract(epoch from now() - queued_at)::float from oldest) as oldest_wait_seconds,
    (select count(*)::int from running r
      where not exists (select from processes p where p.id = r.process_id and p.lease_until > now())) as orphans`;
