import type pg from 'pg';
import { serialize } from 'pg-protocol/dist/serializer.js';
import { asError } from '#core/shared/as-error.ts';
import { type Column, columnsIn, PreparedStatements, statementName } from './prepared-statements.ts';

export interface Statement {
  /** Prepared once per connection, so it must come from a small set. It names its columns and never uses `*`. */
  readonly text: string;
  readonly values?: readonly unknown[];
}

export type Rows = pg.QueryResult['rows'];

export interface GroupOutcome {
  /** The rows of each completed statement, in order. */
  readonly rows: readonly Rows[];
  /** The command tag of each completed statement: `BEGIN`, `SELECT 3`. */
  readonly commands: readonly string[];
  /** The error that ended the group early. Undefined: all statements were completed. */
  readonly error: Error | undefined;
  /** The error shows that the connection has forgotten a statement; it is prepared again next time. */
  readonly isOutdated: boolean;
}

/** Runs statements in one write with one answer. Errors of the server and the connection are part of the outcome. */
export function runGroup(client: pg.ClientBase, statements: readonly Statement[]): Promise<GroupOutcome> {
  return new Promise((resolve) => {
    client.query(new StatementGroup(statements, resolve));
  });
}

/**
 * Several prepared statements in one buffer with one Sync. Without `begin` among them they form one transaction. A
 * statement is described only on the run that prepares it, because the result of a prepared statement cannot change
 * without an error. The driver calls these handlers as for its own queries.
 */
class StatementGroup implements pg.Submittable {
  /** The driver wraps this with its time limit. */
  callback: (error: Error | null) => void;
  readonly #statements: readonly Statement[];
  readonly #rows: Rows[] = [];
  readonly #commands: string[] = [];
  #prepared = new PreparedStatements();
  #columns: readonly Column[] | undefined;
  #current: Rows = [];
  #failure: Error | undefined;

  constructor(statements: readonly Statement[], settle: (outcome: GroupOutcome) => void) {
    this.#statements = statements;
    this.callback = (error) => {
      const failed = error ?? this.#failure;
      const isOutdated = failed !== undefined && this.#prepared.forgetsAfter(failed);
      settle({ rows: this.#rows, commands: this.#commands, error: failed, isOutdated });
    };
  }

  submit(connection: pg.Connection): Error | null {
    try {
      this.#prepared = PreparedStatements.of(connection);
      const bytes = this.#messages();
      if (connection.stream.writable) connection.stream.write(bytes);
      return null;
    } catch (error) {
      return asError(error);
    }
  }

  handleRowDescription({ fields }: { readonly fields: readonly pg.FieldDef[] }): void {
    this.#columns = columnsIn(fields);
  }

  handleDataRow({ fields }: { readonly fields: readonly (string | null)[] }): void {
    if (this.#failure !== undefined) return;
    try {
      this.#columns ??= this.#prepared.columnsOf(this.#text);
      this.#current.push(rowOf(this.#columns ?? [], fields));
    } catch (error) {
      // The rest of the response still has to be read.
      this.#failure = asError(error);
    }
  }

  handleCommandComplete({ text }: { readonly text: string }): void {
    if (this.#prepared.columnsOf(this.#text) === undefined)
      this.#prepared.learn(this.#text, this.#columns ?? []);
    this.#columns = undefined;
    this.#rows.push(this.#current);
    this.#current = [];
    this.#commands.push(text);
  }

  handleEmptyQuery(): void {
    this.handleCommandComplete({ text: '' });
  }

  handleError(error: Error): void {
    this.callback(error);
  }

  handleReadyForQuery(): void {
    this.callback(null);
  }

  /** The columns of the statement whose rows come next. */
  get #text(): string {
    return this.#statements[this.#commands.length]?.text ?? '';
  }

  #messages(): Buffer {
    const sent = new Set<string>();
    const parts: Buffer[] = [];
    for (const { text, values = [] } of this.#statements) {
      const name = statementName(text);
      const isNew = this.#prepared.columnsOf(text) === undefined && !sent.has(text);
      if (isNew) {
        if (this.#prepared.isLeftover(text)) parts.push(serialize.close({ type: 'S', name }));
        parts.push(serialize.parse({ name, text }));
        sent.add(text);
      }
      parts.push(values.length === 0 ? bindingNothing(name) : bindingTo(name, values));
      if (isNew) parts.push(serialize.describe({ type: 'P' }));
      parts.push(serialize.execute());
    }
    for (const text of sent) this.#prepared.prepare(text);
    parts.push(serialize.sync());
    return Buffer.concat(parts);
  }
}

const withoutValues = new Map<string, Buffer>();

function bindingNothing(name: string): Buffer {
  let bytes = withoutValues.get(name);
  if (bytes === undefined) {
    bytes = serialize.bind({ statement: name });
    withoutValues.set(name, bytes);
  }
  return bytes;
}

function bindingTo(name: string, values: readonly unknown[]): Buffer {
  return serialize.bind({ statement: name, values: values.map(parameterText) });
}

function rowOf(columns: readonly Column[], fields: readonly (string | null)[]): Record<string, unknown> {
  if (fields.length !== columns.length)
    throw new Error('The database sent another row than it had described');
  const row: Record<string, unknown> = {};
  let index = 0;
  for (const { name, parse } of columns) {
    const field = fields[index++];
    row[name] = typeof field === 'string' ? parse(field) : null;
  }
  return row;
}

/** A parameter as PostgreSQL reads it: text, the bytes of a bytea, or null. Objects are sent as JSON. */
function parameterText(value: unknown): string | Buffer | null {
  if (value === null || value === undefined) return null;
  if (typeof value !== 'object') return String(value);
  if (Array.isArray(value)) return arrayText(value);
  if (value instanceof Date) return value.toISOString();
  if (ArrayBuffer.isView(value)) return bytesOf(value);
  return JSON.stringify(value);
}

function arrayText(values: readonly unknown[]): string {
  return `{${values.map(elementText).join()}}`;
}

function elementText(value: unknown): string {
  if (value === null || value === undefined) return 'NULL';
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  if (Array.isArray(value)) return arrayText(value);
  const encoded = parameterText(value);
  return quoted(typeof encoded === 'string' ? encoded : `\\x${encoded?.toString('hex') ?? ''}`);
}

function quoted(text: string): string {
  return `"${text.replace(/["\\]/g, '\\$&')}"`;
}

function bytesOf(view: ArrayBufferView): Buffer {
  return view instanceof Buffer ? view : Buffer.from(view.buffer, view.byteOffset, view.byteLength);
}
