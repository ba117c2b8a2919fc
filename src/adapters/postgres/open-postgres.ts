import type { DatabaseConnection } from './database.ts';
import { startEmbeddedPostgres } from './embedded.ts';

export interface OpenPostgres extends AsyncDisposable {
  readonly connection: DatabaseConnection;
}

/** The PostgreSQL at `databaseUrl`, or without one the embedded one of the data folder. */
export async function openPostgres(options: {
  readonly databaseUrl: string | null;
  readonly dataFolder: string;
}): Promise<OpenPostgres> {
  if (options.databaseUrl === null) return startEmbeddedPostgres({ dataFolder: options.dataFolder });
  return {
    connection: { connectionString: options.databaseUrl },
    // It is not ours to stop.
    [Symbol.asyncDispose]: () => Promise.resolve(),
  };
}
