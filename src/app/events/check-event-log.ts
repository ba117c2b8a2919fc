import type { Queryable } from '#adapters/postgres/database/database.ts';
import type { Finding } from '../finding.ts';

/**
 * Whether the server was promoted since the log of events began. It may have lost transactions then, and numbers its
 * next ones like those: readers that had gone past them would miss events.
 */
export async function checkEventLog(database: Queryable): Promise<Finding> {
  const [found] = await database.query<{ exists: boolean }>(
    "select to_regprocedure('keep_event_log()') is not null as exists",
  );
  if (!found?.exists) return 'none';
  const [log] = await database.query<{ is_used: boolean; began: string | null; present: string | null }>(
    `select exists (select from clients where events_since is not null) as is_used, timeline as began,
       server_timeline() as present from event_log`,
  );
  if (!log?.is_used) return 'none';
  const { began, present } = log;
  if (began === null || present === null || began === present) return 'on the server on which it began';
  return {
    status: 'warn',
    detail:
      `PostgreSQL was promoted since it began (timeline ${began}, now ${present}). If that lost transactions, run ` +
      '"select renew_event_log()" in the database; if not, "select keep_event_log()"',
  };
}
