import { createHash } from 'node:crypto';
import pg from 'pg';

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

const { INT8, DATE } = pg.types.builtins;
const int8Array = 1016;
const dateArray = 1182;
const textArray: number = 1009;

/**
 * int8 as number and date as YYYY-MM-DD. Everything else as the driver parses it: timestamptz as Date, jsonb parsed,
 * numeric as text.
 */
export const databaseTypes: pg.CustomTypesConfig = {
  getTypeParser(oid: number, format?: 'text' | 'binary') {
    if (format === 'binary') return pg.types.getTypeParser(oid, format);
    if (oid === INT8) return safeInteger;
    if (oid === DATE) return (text: string) => text;
    if (oid === int8Array) return (text: string) => texts(text).map((item) => item && safeInteger(item));
    if (oid === dateArray) return texts;
    return pg.types.getTypeParser(oid, format);
  },
};

function texts(text: string): readonly (string | null)[] {
  return pg.types.getTypeParser(textArray, 'text')(text);
}

function safeInteger(text: string): number {
  const number = Number(text);
  if (!Number.isSafeInteger(number))
    throw new RangeError(`The database sent ${text}, which a number cannot hold`);
  return number;
}
