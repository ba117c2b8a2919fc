import { createHash } from 'node:crypto';
import type pg from 'pg';
import { databaseTypes } from './database-types.ts';

/** A column of a statement's result, with the parser of its text. */
export interface Column {
  readonly name: string;
  readonly parse: (text: string) => unknown;
}

/** The SQLSTATEs of a statement that the session lacks, already has, or has with another result. */
const outdated = new Set(['26000', '42P05', '0A000']);

/** The statements that a connection has prepared, with the columns of their results. */
export class PreparedStatements {
  readonly #known = new Map<string, readonly Column[]>();
  /**
   * Statements that the session may hold although they are not recorded: they are closed before they are prepared.
   */
  readonly #leftovers = new Set<string>();

  static of(connection: pg.Connection): PreparedStatements {
    let statements = byConnection.get(connection);
    if (statements === undefined) {
      statements = new PreparedStatements();
      byConnection.set(connection, statements);
    }
    return statements;
  }

  columnsOf(text: string): readonly Column[] | undefined {
    return this.#known.get(text);
  }

  isLeftover(text: string): boolean {
    return this.#leftovers.has(text);
  }

  /**
   * From here until `learn` the state is uncertain, because an error before it may have kept the server from
   * preparing the statement.
   */
  prepare(text: string): void {
    this.#leftovers.add(text);
  }

  learn(text: string, columns: readonly Column[]): void {
    this.#known.set(text, columns);
    this.#leftovers.delete(text);
  }

  /** Whether the error shows that the session holds other statements than these; all are then prepared again. */
  forgetsAfter(error: Error): boolean {
    if (!('code' in error && typeof error.code === 'string' && outdated.has(error.code))) return false;
    for (const text of this.#known.keys()) this.#leftovers.add(text);
    this.#known.clear();
    return true;
  }
}

const byConnection = new WeakMap<pg.Connection, PreparedStatements>();

export function columnsIn(fields: readonly pg.FieldDef[]): readonly Column[] {
  return fields.map(({ name, dataTypeID }) => ({
    name,
    parse: databaseTypes.getTypeParser(dataTypeID, 'text'),
  }));
}

const names = new Map<string, string>();

/** The name under which every connection prepares a statement. */
export function statementName(text: string): string {
  let name = names.get(text);
  if (name === undefined) {
    name = `parley_${createHash('sha256').update(text).digest('hex').slice(0, 24)}`;
    names.set(text, name);
  }
  return name;
}
