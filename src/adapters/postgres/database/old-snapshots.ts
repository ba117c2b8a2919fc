import { camelRows } from './camel-rows.ts';
import type { Queryable } from './database.ts';

/** A transaction that may see rows as they were when it began. */
export interface OldTransaction {
  /** The program that it names, or its role; a prepared one has its own name. */
  readonly name: string;
  readonly seconds: number;
}

export interface ReplicationSlot {
  readonly name: string;
  /** Whether a standby or another program reads from it. */
  readonly isActive: boolean;
  /** The log that the server keeps for it. */
  readonly bytes: number;
}

/**
 * The oldest transaction for which this database keeps what was replaced since; null without any. Those of other roles
 * are seen by members of PostgreSQL's role for statistics.
 */
export async function findOldestTransaction(database: Queryable): Promise<OldTransaction | null> {
  const [oldest] = await database.query<{ name: string; seconds: number }>(`
    select name, greatest(0, extract(epoch from clock_timestamp() - since))::float as seconds from (
      select xact_start as since, coalesce(nullif(application_name, ''), usename::text, backend_type) as name
      from pg_stat_activity
      where datname = current_database() and (backend_xmin is not null or backend_xid is not null)
        and pid <> pg_backend_pid() and backend_type <> 'autovacuum worker' and xact_start is not null
      union all
      select prepared, 'prepared ' || gid from pg_prepared_xacts where database = current_database()) open
    order by since limit 1`);
  return oldest ?? null;
}

/** The one for which the most log is kept comes first. */
export function listReplicationSlots(database: Queryable): Promise<readonly ReplicationSlot[]> {
  return camelRows(
    database,
    `select slot_name::text as name, active as is_active,
      coalesce(pg_wal_lsn_diff(pg_current_wal_lsn(), restart_lsn), 0)::float as bytes
    from pg_replication_slots order by bytes desc, slot_name`,
  );
}
