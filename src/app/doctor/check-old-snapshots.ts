import type { Queryable } from '#adapters/postgres/database/database.ts';
import { findOldestTransaction, listReplicationSlots } from '#adapters/postgres/database/old-snapshots.ts';
import { type Finding, open } from '../finding.ts';

/**
 * Until a transaction ends, the database grows by every row that is replaced meanwhile. No request and no report of the
 * service takes ten minutes; a dump of a large database does.
 */
export async function checkOldTransactions(database: Queryable, oldAfterSeconds = 600): Promise<Finding> {
  const oldest = await findOldestTransaction(database);
  if (oldest === null || oldest.seconds < oldAfterSeconds) return open('none');
  const minutes = Math.floor(oldest.seconds / 60);
  return {
    status: 'warn',
    detail: `one of ${oldest.name} has been open for ${minutes} minutes; until it ends, no replaced row is removed`,
  };
}

/** The server keeps its log for a slot without a reader, until the disk is full. */
export async function checkReplicationSlots(database: Queryable): Promise<Finding> {
  const slots = await listReplicationSlots(database);
  const unread = slots.filter(({ isActive }) => !isActive);
  if (unread.length === 0) return open(slots.length === 0 ? 'none' : `${slots.length}, all in use`);
  const each = unread.map(({ name, bytes }) => `${name} keeps ${Math.ceil(bytes / 1e6)} MB of the log`);
  return { status: 'warn', detail: `not in use: ${each.join(', ')}; pg_drop_replication_slot removes one` };
}
