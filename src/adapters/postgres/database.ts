import { createHash } from 'node:crypto';
import pg from 'pg';
import { translated } from './database-errors.ts';
import { databaseTypes } from './database-types.ts';

export interface DatabaseConnection {
  readonly connectionString: string;
}

export interface DatabaseOptions extends DatabaseConnection {
  /** Connections at most; default 10. */
  readonly connections?: number;
  readonly applicationName?: string;
  /** A statement is cut after this; default 15 s. */
  readonly statementTimeoutMs?: number;
  /** Default 5 s. */
  readonly lockTimeoutMs?: number;
  /** Waiting for a connection, in the pool or at the server; default 5 s. */
  readonly connectTimeoutMs?: number;
  /** Told about connections that broke while nobody used them. */
  readonly onIdleError?: (error: Error) => void;
}

/** Something that runs one statement. Both a database and a transaction do. */
export interface Queryable {
  /**
   * Runs `text`, which is prepared once per connection, so it must come from a small set.
   * Rejects with DatabaseUnavailable, or with the driver's DatabaseError and its SQLSTATE in `code`.
   */
  query<Row extends object>(text: string, values?: readonly unknown[]): Promise<Row[]>;
}

export interface Transaction extends Queryable {
  /** Runs several statements at once, without values. */
  script(text: string): Promise<void>;
}

export class Database implements Queryable, AsyncDisposable {
  readonly #pool: pg.Pool;
  #ended: Promise<void> | undefined;

  constructor(options: DatabaseOptions) {
    this.#pool = new pg.Pool(poolConfig(options));
    this.#pool.on('error', (error) => options.onIdleError?.(error));
    // A connection that breaks while it is in use tells so twice: through its statement, and by this event.
    this.#pool.on('connect', (client) => client.on('error', () => undefined));
  }

  async query<Row extends object>(text: string, values: readonly unknown[] = []): Promise<Row[]> {
    return this.#withClient((client) => runPrepared<Row>(client, text, values));
  }

  /** Commits what `work` did when it resolves, and takes it back when it rejects. */
  async transaction<T>(work: (transaction: Transaction) => Promise<T>): Promise<T> {
    return this.#withClient(async (client) => {
      await client.query('BEGIN');
      try {
        const result = await work(transactionOn(client));
        await client.query('COMMIT');
        return result;
      } catch (error) {
        // The first error is the one that counts; a connection that cannot roll back is thrown away.
        await client.query('ROLLBACK').catch(() => undefined);
        throw error;
      }
    });
  }

  /** Waits for the statements under way and closes every connection. */
  [Symbol.asyncDispose](): Promise<void> {
    this.#ended ??= this.#pool.end();
    return this.#ended;
  }

  async #withClient<T>(work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
    let client: pg.PoolClient | undefined;
    let isBroken = false;
    try {
      client = await this.#pool.connect();
      return await work(client);
    } catch (error) {
      const told = translated(error);
      isBroken = told !== error;
      throw told;
    } finally {
      // Outside of 'I', idle, a transaction is still open.
      client?.release(isBroken || client.getTransactionStatus() !== 'I');
    }
  }
}

function transactionOn(client: pg.PoolClient): Transaction {
  return {
    query: (text, values = []) => runPrepared(client, text, values),
    script: async (text) => {
      await client.query(text);
    },
  };
}

async function runPrepared<Row extends object>(
  client: pg.PoolClient,
  text: string,
  values: readonly unknown[],
): Promise<Row[]> {
  const { rows } = await client.query<Row>({ name: nameOf(text), text, values: [...values] });
  return rows;
}

const names = new Map<string, string>();

function nameOf(text: string): string {
  let name = names.get(text);
  if (name === undefined) {
    name = `parley_${createHash('sha256').update(text).digest('hex').slice(0, 24)}`;
    names.set(text, name);
  }
  return name;
}

function poolConfig(options: DatabaseOptions): pg.PoolConfig {
  const statementTimeoutMs = options.statementTimeoutMs ?? 15_000;
  return {
    connectionString: options.connectionString,
    max: options.connections ?? 10,
    application_name: options.applicationName ?? 'parley',
    connectionTimeoutMillis: options.connectTimeoutMs ?? 5_000,
    statement_timeout: statementTimeoutMs,
    lock_timeout: options.lockTimeoutMs ?? 5_000,
    // A server that hangs cuts nothing: then we stop waiting a little later ourselves.
    query_timeout: statementTimeoutMs + 2_000,
    // A process that stops here holds locks that everybody wants: they outwait it, see the lock timeout.
    idle_in_transaction_session_timeout: 3_000,
    idleTimeoutMillis: 60_000,
    keepAlive: true,
    // Compiling takes longer than any statement here runs, and plans that are told to avoid a sort look costly.
    options: '-c TimeZone=UTC -c jit=off',
    types: databaseTypes,
  };
}
