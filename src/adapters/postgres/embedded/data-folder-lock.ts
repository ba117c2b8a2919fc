import { accessSync, constants, writeFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as delay } from 'node:timers/promises';
import type { StartWatch } from '#core/shared/start-failure.ts';

/**
 * Locks that the kernel releases when their process dies, however it dies. Node has no flock(); SQLite's locks on an
 * empty database file are fcntl() locks, shared or exclusive, and never inherited by a child.
 */

/** https://sqlite.org/rescode.html */
const sqliteBusy = 5;

const retryMs = 20;
const sayAfterMs = 2_000;
const repeatMs = 30_000;

// A handle that is garbage-collected would release its lock.
const lockedFiles = new Set<DatabaseSync>();

/** Waits until only this process holds the lock. Reports a long wait, and stops when the signal aborts. */
export async function lockExclusively(
  path: string,
  { signal, onWait }: StartWatch = {},
): Promise<Disposable> {
  let sayAt = performance.now() + sayAfterMs;
  for (;;) {
    signal?.throwIfAborted();
    const lock = tryLockExclusively(path);
    if (lock !== null) return lock;
    if (performance.now() > sayAt) {
      sayAt = performance.now() + repeatMs;
      onWait?.(`Waiting for another process that starts or stops the same PostgreSQL (it holds ${path})`);
    }
    await delay(retryMs);
  }
}

/** The lock, or null when another handle holds it in either mode. */
export function tryLockExclusively(path: string): Disposable | null {
  // Writes no journal: a full disk must not keep a server from being stopped.
  return tryLock(path, 'PRAGMA journal_mode = memory; BEGIN EXCLUSIVE');
}

/** Waits until no process holds the lock exclusively. */
export async function lockShared(path: string): Promise<Disposable> {
  for (;;) {
    // Only reading takes the shared lock, which lasts until the transaction ends.
    const lock = tryLock(path, 'BEGIN; SELECT count(*) FROM sqlite_schema');
    if (lock !== null) return lock;
    await delay(retryMs);
  }
}

function tryLock(path: string, statements: string): Disposable | null {
  createClosed(path);
  const file = new DatabaseSync(path, { timeout: 0 });
  try {
    file.exec(statements);
  } catch (error) {
    file.close();
    if (codeOf(error) === sqliteBusy) return null;
    // Says which path cannot be written, and why; SQLite does not.
    accessSync(path, constants.W_OK);
    throw error;
  }
  lockedFiles.add(file);
  return {
    [Symbol.dispose]() {
      if (lockedFiles.delete(file)) file.close();
    },
  };
}

/** An existing file is not opened, because closing it again would drop this process's locks on it. */
function createClosed(path: string): void {
  try {
    writeFileSync(path, '', { flag: 'wx', mode: 0o600 });
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  }
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && 'errcode' in error ? error.errcode : null;
}
