import {
  Database,
  type DatabaseConnection,
  type DatabaseOptions,
} from '#adapters/postgres/database/database.ts';
import { isLongWait, isOutOfReach, isTimeout } from '#adapters/postgres/database/database-errors.ts';
import type { TimeLimits } from '#adapters/postgres/database/guards.ts';
import { openPostgres } from '#adapters/postgres/database/open-postgres.ts';
import type { KeeperEvents } from '#adapters/postgres/embedded/embedded-keeper.ts';
import { migrate } from '#adapters/postgres/schema/migrate.ts';
import type { Config } from '#config';
import { DatabaseState, type DatabaseStateEvents } from '#core/health/database-state.ts';
import { asError } from '#core/shared/as-error.ts';
import type { StartWatch } from '#core/shared/start-failure.ts';
import { withTimeout } from '#core/shared/wait.ts';
import { explainFailure } from './explain-failure.ts';

export interface OpenDatabase extends AsyncDisposable {
  readonly database: Database;
  readonly connection: DatabaseConnection;
  /**
   * Opens more connections, for queries that must not wait for the others; they are closed with the database. With
   * limits of its own, a statement that exceeds them, or that waits too long for others, says nothing about the
   * database.
   */
  connect(connections: number, limits?: PoolLimits): Database;
  /** Names of the migrations that were applied by this start. */
  readonly migrations: readonly string[];
  readonly state: DatabaseState;
  /** Such as `18.4`. */
  readonly serverVersion: string;
  /** Those of all pools together. */
  connections(): Database['connections'];
  /** Resolves with the reason when the embedded PostgreSQL is gone and cannot be restarted. */
  readonly failed: Promise<Error>;
}

export interface OpenOptions
  extends Pick<DatabaseOptions, 'connections' | 'applicationName' | 'onIdleError' | 'onStatement'>,
    StartWatch {
  readonly events?: DatabaseStateEvents;
  /** Set by a long-lived process: the embedded PostgreSQL is then restarted whenever it is gone. */
  readonly onRestarted?: KeeperEvents['onRestarted'];
}

type PoolLimits = TimeLimits & Pick<DatabaseOptions, 'connectTimeoutMs'>;

/** How long to wait for running statements at the end. */
const endMs = 1_000;

/**
 * Opens the configured database and migrates it. Without an address, that is the database of the data folder, which
 * runs while any process holds it. Fails with a StartFailure when the operator can fix the cause.
 */
export async function openDatabase(config: Config, options: OpenOptions = {}): Promise<OpenDatabase> {
  try {
    return await open(config, options);
  } catch (error) {
    throw explainFailure(error, config);
  }
}

async function open(
  config: Config,
  { signal, onWait, onUpgrade, onRestarted, events, ...options }: OpenOptions,
): Promise<OpenDatabase> {
  const watch = {
    ...(signal && { signal }),
    ...(onWait && { onWait }),
    ...(onUpgrade && { onUpgrade }),
  };
  const { promise: failed, resolve: fail } = Promise.withResolvers<Error>();
  const onLost = (reason: unknown) => {
    const error = explainFailure(reason, config);
    fail(asError(error));
  };
  await using resources = new AsyncDisposableStack();
  const { connection } = resources.use(
    await openPostgres(
      { databaseUrl: config.databaseUrl?.reveal() ?? null, dataFolder: config.dataFolder },
      watch,
      onRestarted && { onRestarted, onLost },
    ),
  );
  const migrations = await migrate(connection, undefined, watch);
  const state = new DatabaseState(events ?? { onBegin: () => undefined, onEnd: () => undefined });
  const databases: Database[] = [];
  const connect = (connections?: number, limits?: PoolLimits) => {
    const database = new Database({
      ...options,
      ...connection,
      ...(connections !== undefined && { connections }),
      ...limits,
      onUnavailable: (error) => {
        if (limits === undefined || !(isTimeout(error) || isLongWait(error))) state.failed(error);
      },
      onIdleError: (error) => (isOutOfReach(error) ? state.failed(error) : options.onIdleError?.(error)),
    });
    databases.push(database);
    return database;
  };
  const database = connect();
  // An unavailable database must not hold up a stop by statements that it will never answer.
  resources.defer(async () => {
    state.close();
    await withTimeout(endMs, Promise.all(databases.map((each) => each[Symbol.asyncDispose]())));
  });
  const serverVersion = await versionOf(database);
  const opened = resources.move();
  return {
    database,
    serverVersion,
    connections: () => summed(databases.map((each) => each.connections)),
    connect,
    connection,
    migrations,
    state,
    failed,
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  };
}

async function versionOf(database: Database): Promise<string> {
  const [row] = await database.query<{ version: string }>(
    `select split_part(current_setting('server_version'), ' ', 1) as version`,
  );
  return row?.version ?? '';
}

function summed(pools: readonly Database['connections'][]): Database['connections'] {
  const of = (name: keyof Database['connections']) => pools.reduce((sum, pool) => sum + pool[name], 0);
  return { open: of('open'), idle: of('idle'), waiting: of('waiting') };
}
