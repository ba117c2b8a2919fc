import { createHash } from 'node:crypto';
import pg from 'pg';
import { translated } from './database-errors.ts';
import { databaseTypes } from './database-types.ts';
import { type GuardMode, guardedBegin, guardsOf, startupParameters, type TimeLimits } from './guards.ts';

export interface DatabaseConnection {
  readonly connectionString: string;
  /** Default `startup`; see `inspectPooling`. */
  readonly guards?: GuardMode;
}

export interface DatabaseOptions extends DatabaseConnection, TimeLimits {
  /** Connections at most; default 10. */
  readonly connections?: number;
  readonly applicationName?: string;
  /** Waiting for a connection, in the pool or at the server; default 5 s. */
  readonly connectTimeoutMs?: number;
  /** Told about connections that broke while nobody used them. */
  readonly onIdleError?: (error: Error) => void;
  /** Called for each statement that fails with DatabaseUnavailable. */
  readonly onUnavailable?: (error: unknown) => void;
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
  readonly #mode: GuardMode;
  /** Begins a transaction, under guards where the connection carries none. */
  readonly #begin: string;
  readonly #onUnavailable: (error: unknown) => void;
  #ended: Promise<void> | undefined;

  constructor(options: DatabaseOptions) {
    this.#pool = new pg.Pool(poolConfig(options));
    this.#mode = options.guards ?? 'startup';
    this.#begin = this.#mode === 'startup' ? 'BEGIN' : guardedBegin(guardsOf(options));
    this.#onUnavailable = options.onUnavailable ?? (() => undefined);
    this.#pool.on('error', (error) => options.onIdleError?.(error));
    // A connection that breaks while it is in use tells so twice: through its statement, and by this event.
    this.#pool.on('connect', (client) => client.on('error', () => undefined));
  }

  async query<Row extends object>(text: string, values: readonly unknown[] = []): Promise<Row[]> {
    return this.#withClient((client) =>
      this.#mode === 'startup'
        ? runPrepared<Row>(client, text, values)
        : runGuarded<Row>(client, this.#begin, text, values),
    );
  }

  /** Commits what `work` did when it resolves, and takes it back when it rejects. */
  async transaction<T>(work: (transaction: Transaction) => Promise<T>): Promise<T> {
    return this.#withClient(async (client) => {
      await client.query(this.#begin);
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
      const translatedError = translated(error);
      isBroken = translatedError !== error;
      if (isBroken && this.#ended === undefined) this.#onUnavailable(error);
      throw translatedError;
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

/** Runs one statement in a transaction that sets its guards: three messages in one write, answered together. */
async function runGuarded<Row extends object>(
  client: pg.PoolClient,
  begin: string,
  text: string,
  values: readonly unknown[],
): Promise<Row[]> {
  const [begun, ran, committed] = await Promise.allSettled([
    client.query(begin),
    runPrepared<Row>(client, text, values),
    client.query('COMMIT'),
  ]);
  for (const step of [begun, ran, committed]) if (step.status === 'rejected') throw step.reason;
  return ran.status === 'fulfilled' ? ran.value : [];
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
  const guards = guardsOf(options);
  return {
    connectionString: options.connectionString,
    max: options.connections ?? 10,
    application_name: options.applicationName ?? 'parley',
    connectionTimeoutMillis: options.connectTimeoutMs ?? 5_000,
    // A server that hangs cuts nothing: then we stop waiting a little later ourselves.
    query_timeout: guards.statement_timeout + 2_000,
    idleTimeoutMillis: 60_000,
    keepAlive: true,
    types: databaseTypes,
    ...(options.guards === 'transaction' ? { pipeline: true } : startupParameters(guards)),
  };
}
