import type { StartWatch } from '#core/shared/start-failure.ts';
import { startEmbeddedPostgres } from '../embedded/embedded.ts';
import type { KeeperEvents } from '../embedded/embedded-keeper.ts';
import type { DatabaseConnection } from './database.ts';
import { requirePostgres } from './engine.ts';
import { inspectPooling } from './inspect-pooling.ts';

export interface OpenPostgres extends AsyncDisposable {
  readonly connection: DatabaseConnection;
}

/**
 * The PostgreSQL at `databaseUrl`, or else the embedded one of the data folder, which is kept running when `events`
 * is given. Rejects with a StartFailure where the server is too old or is another engine.
 */
export async function openPostgres(
  options: { readonly databaseUrl: string | null; readonly dataFolder: string },
  watch: StartWatch = {},
  events?: KeeperEvents,
): Promise<OpenPostgres> {
  const { databaseUrl, dataFolder } = options;
  if (databaseUrl === null) return startEmbeddedPostgres({ dataFolder }, watch, events);
  await requirePostgres(databaseUrl);
  return {
    connection: { connectionString: databaseUrl, guards: await inspectPooling(databaseUrl) },
    // An external server is not ours to stop.
    [Symbol.asyncDispose]: () => Promise.resolve(),
  };
}
