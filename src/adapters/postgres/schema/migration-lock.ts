import { setTimeout as delay } from 'node:timers/promises';
import type { StartWatch } from '#core/shared/start-failure.ts';
import { Database, type DatabaseConnection, type Queryable, type Transaction } from '../database/database.ts';

const retryMs = 200;
const repeatMs = 30_000;
/** A migration that waits for longer than this is reported. It comes before the end of its wait for a lock. */
const waitsMs = 1_000;
/** A migration's statement that runs longer than this is reported. */
const longMs = 3_000;
const firstPauseMs = 500;
const longestPauseMs = 10_000;
/** A lock timeout, and a lost deadlock. PostgreSQL has rolled the migration back, so it can run again. */
const withoutLock: ReadonlySet<string> = new Set(['55P03', '40P01']);
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

/** Tries again, with growing pauses, after a lock timeout or a lost deadlock. */
export async function untilUnlocked<T>({ signal }: StartWatch, work: () => Promise<T>): Promise<T> {
  for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(2 * pauseMs, longestPauseMs)) {
    try {
      return await work();
    } catch (error) {
      if (!isWithoutLock(error)) throw error;
    }
    await delay(pauseMs, undefined, signal === undefined ? {} : { signal });
  }
}

function isWithoutLock(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return ('code' in error && withoutLock.has(String(error.code))) || isWithoutLock(error.cause);
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
  const report = async (tellsRun = true) => {
    const blocking = await beside((database) =>
      database.query<Session>(
        'SELECT pid, application_name, state FROM pg_stat_activity WHERE pid = ANY (pg_blocking_pids($1))',
        [pid],
      ),
    );
    const isBlocked = blocking !== null && blocking.length > 0;
    if (isBlocked) onWait?.(`The ${name} waits for ${described(blocking)}`);
    else if (tellsRun) onWait?.(`The ${name} runs`);
  };
  const cancel = () => void beside((database) => database.query('SELECT pg_cancel_backend($1)', [pid]));
  const soon = setTimeout(() => void report(false), waitsMs);
  const first = setTimeout(() => void report(), longMs);
  const again = setInterval(() => void report(), repeatMs);
  signal?.addEventListener('abort', cancel);
  return {
    [Symbol.dispose]: () => {
      clearTimeout(soon);
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
