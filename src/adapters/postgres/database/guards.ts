import type pg from 'pg';
import type { Statement } from './statement-group.ts';

/** The settings that every session needs, by their PostgreSQL names; times in milliseconds. */
export interface Guards {
  readonly statement_timeout: number;
  readonly lock_timeout: number;
  readonly idle_in_transaction_session_timeout: number;
  /** JIT compilation takes longer than any statement here runs. */
  readonly jit: 'off';
  readonly TimeZone: 'UTC';
}

/**
 * Where the guards are set. `startup`: as parameters of each connection, which costs nothing. `transaction`: at the
 * start of each transaction, because a pooler refuses or drops such parameters.
 */
export type GuardMode = 'startup' | 'transaction';

export interface TimeLimits {
  /** The limit of a statement; default 15 s. */
  readonly statementTimeoutMs?: number;
  /** Default 5 s. */
  readonly lockTimeoutMs?: number;
}

export function guardsOf({ statementTimeoutMs = 15_000, lockTimeoutMs = 5_000 }: TimeLimits): Guards {
  return {
    statement_timeout: statementTimeoutMs,
    lock_timeout: lockTimeoutMs,
    // A process that hangs in a transaction keeps its locks, so this is shorter than the lock timeout of the others.
    idle_in_transaction_session_timeout: 3_000,
    jit: 'off',
    TimeZone: 'UTC',
  };
}

/** The guards as connection parameters. */
export function startupParameters(guards: Guards): pg.ClientConfig {
  return {
    statement_timeout: guards.statement_timeout,
    lock_timeout: guards.lock_timeout,
    idle_in_transaction_session_timeout: guards.idle_in_transaction_session_timeout,
    options: `-c TimeZone=${guards.TimeZone} -c jit=${guards.jit}`,
  };
}

/** Sets the guards for the rest of the transaction. */
export function guardStatement(guards: Guards): Statement {
  const settings = Object.entries(guards).map(([name, value]) => `set_config('${name}', '${value}', true)`);
  return { text: `SELECT ${settings.join(', ')}` };
}

/** Reads the settings in force: a row `name`, `setting` for each guard, times in milliseconds. */
export const readGuards = `SELECT name, setting FROM pg_settings WHERE name IN
  ('statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout', 'jit', 'TimeZone')`;

/** The guards that are missing or differ in `rows` of `readGuards`. */
export function missingGuards(guards: Guards, rows: readonly { name: string; setting: string }[]): string[] {
  const inForce = new Map(rows.map(({ name, setting }) => [name, setting]));
  return Object.entries(guards)
    .filter(([name, value]) => inForce.get(name) !== String(value))
    .map(([name]) => name);
}
