import { setTimeout as delay } from 'node:timers/promises';
import type { StartWatch } from '#core/shared/start-failure.ts';
import { Database, type DatabaseConnection, type Queryable, type Transaction } from '../database/database.ts';

const retryMs = 200;
const repeatMs = 30_000;
/** A migration's statement that runs longer than this is reported. */
const longMs = 3_000;
const lockKey = `hashtextextended('parley migrations', 0)`;

/**
 * Runs `work` in the only transaction that migrates this database. The lock is polled rather than waited for, so that
 * a stop never has to interrupt a hanging statement.
 */
export async function withMigrationLock<T>(
  database: Database,
  { signal, onWait }: StartWatch,
  work: (transaction: Transaction) => Promise<T>,
): Promise<T> {
  let lastSaid = -repeatMs;
  for (;;) {
    signal?.throwIfAborted();
    const done = await database.transaction(async (transaction) => {
      const [row] = await transaction.query<{ locked: boolean }>(
        `SELECT pg_try_advisory_xact_lock(${lockKey}) AS locked`,
      );
      return row?.locked === true ? { result: await work(transaction) } : null;
    });
    if (done !== null) return done.result;
    if (performance.now() - lastSaid >= repeatMs) {
      lastSaid = performance.now();
      onWait?.(`Waiting for another process that migrates the database: ${await holderOf(database)}`);
    }
    await delay(retryMs, undefined, signal === undefined ? {} : { signal });
  }
}

async function holderOf(database: Queryable): Promise<string> {
  const sessions = await database.query<Session>(
    `SELECT a.pid, a.application_name, a.state FROM pg_locks l JOIN pg_stat_activity a USING (pid)
     WHERE l.locktype = 'advisory' AND l.granted AND a.datname = current_database()
       AND (l.classid::bigint << 32 | l.objid::bigint) = ${lockKey}`,
  );
  return described(sessions);
}

/**
 * Watches one migration from a second connection: reports what it waits for, and cancels its statement when the start
 * is aborted.
 */
export function watchMigration(
  connection: DatabaseConnection,
  { name, pid }: { readonly name: string; readonly pid: number },
  { signal, onWait }: StartWatch,
): Disposable {
  const beside = <T>(work: (database: Database) => Promise<T>) =>
    besideOf(connection, work).catch(() => null);
  const report = async () => {
    const blocking = await beside((database) =>
      database.query<Session>(
        'SELECT pid, application_name, state FROM pg_stat_activity WHERE pid = ANY (pg_blocking_pids($1))',
        [pid],
      ),
    );
    const isBlocked = blocking !== null && blocking.length > 0;
    onWait?.(isBlocked ? `The ${name} waits for ${described(blocking)}` : `The ${name} runs`);
  };
  const cancel = () => void beside((database) => database.query('SELECT pg_cancel_backend($1)', [pid]));
  const first = setTimeout(() => void report(), longMs);
  const again = setInterval(() => void report(), repeatMs);
  signal?.addEventListener('abort', cancel);
  return {
    [Symbol.dispose]: () => {
      clearTimeout(first);
      clearInterval(again);
      signal?.removeEventListener('abort', cancel);
    },
  };
}

async function besideOf<T>(
  connection: DatabaseConnection,
  work: (database: Database) => Promise<T>,
): Promise<T> {
  await using database = new Database({ ...connection, connections: 1 });
  return await work(database);
}

interface Session {
  readonly pid: number;
  readonly application_name: string;
  readonly state: string;
}

function described(sessions: readonly Session[]): string {
  if (sessions.length === 0) return 'a session that has just ended';
  return sessions
    .map(({ pid, application_name, state }) => `session ${pid} (${application_name}, ${state})`)
    .join(', ');
}
