import type { DatabaseConnection } from './database.ts';
import { startEmbeddedPostgres } from './embedded.ts';
import { inspectPooling } from './inspect-pooling.ts';

export interface OpenPostgres extends AsyncDisposable {
  readonly connection: DatabaseConnection;
}

/** The PostgreSQL at `databaseUrl`, or without one the embedded one of the data folder. */
export async function openPostgres(options: {
  readonly databaseUrl: string | null;
  readonly dataFolder: string;
}): Promise<OpenPostgres> {
  if (options.databaseUrl === null) return startEmbeddedPostgres({ dataFolder: options.dataFolder });
  const connectionString = options.databaseUrl;
  return {
    connection: { connectionString, guards: await inspectPooling(connectionString) },
    // It is not ours to stop.
    [Symbol.asyncDispose]: () => Promise.resolve(),
  };
}
