import type { Queryable } from '#adapters/postgres/database/database.ts';
import { until } from '#test/reading/until.ts';

/** Resolves once a session of this database waits for a lock of another, or `work` has ended without waiting. */
export async function untilOneWaits(database: Queryable, work?: Promise<unknown>): Promise<void> {
  let ended = false;
  const end = () => {
    ended = true;
  };
  work?.then(end, end);
  await until(async () => ended || (await database.query(waiting)).length > 0);
}

/** The statement without the limit that it sets for a transaction that stands still. */
export function withPatience(text: string): string {
  return text.replace(/'idle_in_transaction_session_timeout', '\d+'/, `'${idleLimit}', '${patienceMs}'`);
}

const idleLimit = 'idle_in_transaction_session_timeout';
const patienceMs = 60_000;

const waiting =
  "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'";
