import pg from 'pg';
import { translateError } from './database-errors.ts';
import { type GuardMode, guardStatement, guardsOf, startupParameters, type TimeLimits } from './guards.ts';
import { databaseTypes } from './prepared-statements.ts';
import { begin, OpenTransaction, rowsOfGroup } from './run-statements.ts';
import type { Rows, Statement } from './statement-group.ts';
import { nameOf, type StatementName, storingName } from './statement-names.ts';

export interface DatabaseConnection {
  readonly connectionString: string;
  /** Default `startup`; see `inspectPooling`. */
  readonly guards?: GuardMode;
}

export interface DatabaseOptions extends DatabaseConnection, TimeLimits {
  /** The most connections; default 10. */
  readonly connections?: number;
  readonly applicationName?: string;
  /** The time to wait for a connection, from the pool or from the server; default 5 s. */
  readonly connectTimeoutMs?: number;
  /** Called for connections that broke while they were idle. */
  readonly onIdleError?: (error: Error) => void;
  /** Called for each statement that fails with DatabaseUnavailable. */
  readonly onUnavailable?: (error: unknown) => void;
  /** Called after each round trip of a group, with the time that it took on its connection. */
  readonly onStatement?: (name: StatementName, milliseconds: number) => void;
}

/** Runs one statement. Databases and transactions both do. */
export interface Queryable {
  /**
   * Runs `text`, which is prepared once per connection and therefore must come from a small set. Rejects with
   * DatabaseUnavailable, or with the driver's DatabaseError and its SQLSTATE in `code`.
   */
  query<Row extends object>(text: string, values?: readonly unknown[]): Promise<Row[]>;
}

export interface Transaction extends Queryable {
  /** Runs several statements at once, without parameters. */
  script(text: string): Promise<void>;
}

/** The second group of a transaction, and what is read after its commit. */
export interface Decision<T> {
  readonly result: T;
  readonly store: readonly Statement[];
  readonly afterCommit: readonly Statement[];
}

export interface Decided<T> {
  readonly result: T;
  /** The rows of each statement. */
  readonly stored: readonly Rows[];
  readonly afterCommit: readonly Rows[];
}

export class Database implements Queryable, AsyncDisposable {
  readonly #pool: pg.Pool;
  /** The beginning of each group, where the connection carries no guards. */
  readonly #guards: readonly Statement[];
  readonly #onUnavailable: (error: unknown) => void;
  readonly #onStatement: ((name: StatementName, milliseconds: number) => void) | undefined;
  #ended: Promise<void> | undefined;

  constructor(options: DatabaseOptions) {
    this.#pool = new pg.Pool(poolConfig(options));
    this.#guards = options.guards === 'transaction' ? [guardStatement(guardsOf(options))] : [];
    this.#onUnavailable = options.onUnavailable ?? (() => undefined);
    this.#onStatement = options.onStatement;
    this.#pool.on('error', (error) => options.onIdleError?.(error));
    // A connection that breaks during a statement reports it twice: through the statement, and by this event.
    this.#pool.on('connect', (client) => client.on('error', () => undefined));
  }

  async query<Row extends object>(text: string, values: readonly unknown[] = []): Promise<Row[]> {
    const [rows] = await this.group([{ text, values }]);
    return rows ?? [];
  }

  /** Runs statements in one write and one transaction, and returns the rows of each. */
  group(statements: readonly Statement[]): Promise<readonly Rows[]> {
    return this.#withClient(async (client) => {
      const rows = await this.#timed(nameOf(statements), () =>
        rowsOfGroup(client, [...this.#guards, ...statements]),
      );
      return rows.slice(this.#guards.length);
    });
  }

  /** Commits when `work` resolves, and rolls back when it rejects. */
  transaction<T>(work: (transaction: Transaction) => Promise<T>): Promise<T> {
    return this.#inTransaction(async (transaction) => {
      const result = await work(transaction);
      await transaction.commit();
      return result;
    });
  }

  /**
   * A transaction of two groups. `decide` gets the rows of the first group and returns what the second one stores.
   * The locks of the first group are held meanwhile, so it decides synchronously. When this rejects, nothing was
   * stored, except after DatabaseUnavailable: then the outcome is unknown, unless `isUnsent` says that nothing was.
   */
  readDecideWrite<T>(
    facts: readonly Statement[],
    decide: (rows: readonly Rows[]) => Decision<T>,
  ): Promise<Decided<T>> {
    return this.#inTransaction(async (transaction) => {
      const name = nameOf(facts);
      const { result, store, afterCommit } = decide(await this.#timed(name, () => transaction.group(facts)));
      const reads = afterCommit.length > 0 ? [...this.#guards, ...afterCommit] : [];
      const read = await this.#timed(storingName(name), () => transaction.conclude(store, reads));
      return {
        result,
        stored: read.stored,
        afterCommit: read.afterCommit.slice(reads.length - afterCommit.length),
      };
    });
  }

  /** Waits for running statements and closes every connection. */
  [Symbol.asyncDispose](): Promise<void> {
    this.#ended ??= this.#pool.end();
    return this.#ended;
  }

  /** The connections of this pool; `waiting` counts statements that wait for one. */
  get connections(): { readonly open: number; readonly idle: number; readonly waiting: number } {
    const { totalCount: open, idleCount: idle, waitingCount: waiting } = this.#pool;
    return { open, idle, waiting };
  }

  async #timed<T>(name: StatementName, work: () => Promise<T>): Promise<T> {
    if (this.#onStatement === undefined) return work();
    const startedAt = performance.now();
    try {
      return await work();
    } finally {
      this.#onStatement(name, performance.now() - startedAt);
    }
  }

  #inTransaction<T>(work: (transaction: OpenTransaction) => Promise<T>): Promise<T> {
    return this.#withClient(async (client) => {
      const transaction = new OpenTransaction(client, [begin, ...this.#guards]);
      try {
        return await work(transaction);
      } catch (error) {
        await transaction.rollback();
        throw error;
      }
    });
  }

  async #withClient<T>(work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
    let client: pg.PoolClient | undefined;
    let isBroken = false;
    try {
      client = await this.#pool.connect();
      return await work(client);
    } catch (error) {
      const translatedError = translateError(error);
      isBroken = translatedError !== error;
      if (isBroken && this.#ended === undefined) this.#onUnavailable(error);
      throw translatedError;
    } finally {
      // In any state but 'I' (idle) a transaction is still open.
      client?.release(isBroken || client.getTransactionStatus() !== 'I');
    }
  }
}

function poolConfig(options: DatabaseOptions): pg.PoolConfig {
  const guards = guardsOf(options);
  return {
    connectionString: options.connectionString,
    max: options.connections ?? 10,
    application_name: options.applicationName ?? 'parley',
    connectionTimeoutMillis: options.connectTimeoutMs ?? 5_000,
    // A server that hangs cancels nothing, so we stop waiting a little later ourselves.
    query_timeout: guards.statement_timeout + 2_000,
    idleTimeoutMillis: 20_000,
    keepAlive: true,
    types: databaseTypes,
    ...(options.guards === 'transaction' ? {} : startupParameters(guards)),
  };
}
