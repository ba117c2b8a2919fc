import type pg from 'pg';
import { DatabaseUnavailable } from '#core/errors.ts';
import { type GroupOutcome, type Rows, runGroup, type Statement } from './statement-group.ts';

export const begin: Statement = { text: 'BEGIN' };
const commit: Statement = { text: 'COMMIT' };

/**
 * The rows of each statement. When the connection has forgotten a statement, the group runs once more, provided that
 * nothing of it can have been stored.
 */
export async function rowsOfGroup(
  client: pg.ClientBase,
  statements: readonly Statement[],
): Promise<readonly Rows[]> {
  const stoodAlone = client.getTransactionStatus() === 'I';
  let outcome = await runGroup(client, statements);
  if (outcome.isOutdated && stoodAlone && !outcome.commands.includes('COMMIT')) {
    if (outcome.commands.includes('BEGIN')) await client.query('ROLLBACK');
    outcome = await runGroup(client, statements);
  }
  return completeRows(outcome);
}

/** One transaction on a connection. It begins with its first statement, in the same write. */
export class OpenTransaction {
  readonly #client: pg.ClientBase;
  readonly #opening: readonly Statement[];
  #isOpen = false;

  constructor(client: pg.ClientBase, opening: readonly Statement[]) {
    this.#client = client;
    this.#opening = opening;
  }

  async query<Row extends object>(text: string, values: readonly unknown[] = []): Promise<Row[]> {
    const [rows] = await this.group([{ text, values }]);
    return rows ?? [];
  }

  async group(statements: readonly Statement[]): Promise<readonly Rows[]> {
    const opening = this.#isOpen ? [] : this.#opening;
    this.#isOpen = true;
    return (await rowsOfGroup(this.#client, [...opening, ...statements])).slice(opening.length);
  }

  async script(text: string): Promise<void> {
    if (!this.#isOpen) await this.group([]);
    await this.#client.query(text);
  }

  async commit(): Promise<void> {
    if (this.#isOpen) await this.group([commit]);
  }

  /** The original error counts; a connection that cannot roll back is discarded. */
  async rollback(): Promise<void> {
    if (this.#isOpen) await this.#client.query('ROLLBACK').catch(() => undefined);
  }

  /** Stores, commits and reads after the commit, in one write. */
  async conclude(
    store: readonly Statement[],
    afterCommit: readonly Statement[],
  ): Promise<{ readonly stored: readonly Rows[]; readonly afterCommit: readonly Rows[] }> {
    const outcome = await runGroup(this.#client, [...store, commit, ...afterCommit]);
    if (!outcome.commands.includes('COMMIT')) completeRows(outcome);
    const stored = outcome.rows.slice(0, store.length);
    if (outcome.error === undefined) return { stored, afterCommit: outcome.rows.slice(store.length + 1) };
    try {
      return { stored, afterCommit: await rowsOfGroup(this.#client, afterCommit) };
    } catch (cause) {
      // It must not look like a rolled-back transaction, which could be retried.
      throw new DatabaseUnavailable('It was stored, but could not be read', { cause });
    }
  }
}

function completeRows({ rows, error }: GroupOutcome): readonly Rows[] {
  if (error === undefined) return rows;
  // The driver's stack trace begins at the socket; this one leads to the statement.
  Error.captureStackTrace(error);
  throw error;
}
