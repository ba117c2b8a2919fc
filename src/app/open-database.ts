import { Database, type DatabaseConnection, type DatabaseOptions } from '#adapters/postgres/database.ts';
import { migrate } from '#adapters/postgres/migrate.ts';
import { openPostgres } from '#adapters/postgres/open-postgres.ts';
import type { Config } from '#config';

export interface OpenDatabase extends AsyncDisposable {
  readonly database: Database;
  readonly connection: DatabaseConnection;
  /** Names of the migrations that were missing and are applied now. */
  readonly migrations: readonly string[];
}

/**
 * The database of the configuration, brought up to date. Without an address it is the one of the data folder,
 * which runs for as long as any process holds it.
 */
export async function openDatabase(
  config: Pick<Config, 'databaseUrl' | 'dataFolder'>,
  options: Omit<DatabaseOptions, 'connectionString'> = {},
): Promise<OpenDatabase> {
  await using resources = new AsyncDisposableStack();
  const databaseUrl = config.databaseUrl?.reveal() ?? null;
  const { connection } = resources.use(await openPostgres({ databaseUrl, dataFolder: config.dataFolder }));
  const migrations = await migrate(connection);
  const database = resources.use(new Database({ ...options, ...connection }));
  const opened = resources.move();
  return { database, connection, migrations, [Symbol.asyncDispose]: () => opened.disposeAsync() };
}
