import pg from 'pg';
import { StartFailure } from '#core/shared/start-failure.ts';
import { databasePlace } from './database-address.ts';
import { type GuardMode, guardsOf, missingGuards, readGuards, startupParameters } from './guards.ts';

const connectionTimeoutMillis = 5_000;

/** The SQLSTATE with which PgBouncer rejects an unknown start-up parameter. */
const protocolViolation = '08P01';

/** The SQLSTATEs of a prepared statement that the connection lacks, or already has. */
const statementLost = new Set(['26000', '42P05']);

/** The pooler, as configured, cannot serve Parley. */
export class PoolerRefused extends StartFailure {
  override readonly name = 'PoolerRefused';
}

/**
 * Finds out where the guards have to be set, by reading back the settings of a connection. Rejects with PoolerRefused
 * where a pooler shares connections between transactions and loses prepared statements, and with the driver's error
 * when the database cannot be reached.
 */
export async function inspectPooling(connectionString: string): Promise<GuardMode> {
  if (await keepsStartupParameters(connectionString)) return 'startup';
  if (await losesStatements(connectionString)) {
    throw new PoolerRefused(
      `The pooler at ${databasePlace(connectionString).server} shares connections between transactions and loses ` +
        'prepared statements: set max_prepared_statements = 200 (PgBouncer 1.21 or later) or pool_mode = session.',
    );
  }
  return 'transaction';
}

async function keepsStartupParameters(connectionString: string): Promise<boolean> {
  const guards = guardsOf({});
  try {
    await using client = await connect({ connectionString, ...startupParameters(guards) });
    return missingGuards(guards, (await client.session.query(readGuards)).rows).length === 0;
  } catch (error) {
    if (error instanceof pg.DatabaseError && error.code === protocolViolation) return false;
    throw error;
  }
}

/**
 * Prepares a statement, occupies its connection through a second client, and runs the statement again. A pooler that
 * shares connections must now use another one, which either has the statement or not.
 */
async function losesStatements(connectionString: string): Promise<boolean> {
  const statement = { name: 'parley_pooling', text: 'SELECT 1' };
  await using first = await connect({ connectionString });
  await using second = await connect({ connectionString });
  await first.session.query(statement);
  await second.session.query('BEGIN');
  try {
    await first.session.query(statement);
    await second.session.query(statement);
    return false;
  } catch (error) {
    if (error instanceof pg.DatabaseError && statementLost.has(error.code ?? '')) return true;
    throw error;
  }
}

async function connect(config: pg.ClientConfig): Promise<AsyncDisposable & { readonly session: pg.Client }> {
  const session = new pg.Client({ ...config, application_name: 'parley', connectionTimeoutMillis });
  // A broken connection also fails its statement, which is reported.
  session.on('error', () => undefined);
  await session.connect();
  return { session, [Symbol.asyncDispose]: () => session.end() };
}
