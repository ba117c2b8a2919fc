import { startEmbeddedPostgres } from '#adapters/postgres/embedded.ts';
import { makeFolder } from './folder.ts';

export interface BenchPostgres extends AsyncDisposable {
  readonly url: string;
  /** The postmaster, the parent of all other processes of the server. */
  readonly pid: number;
}

/**
 * The PostgreSQL of a data folder: one more holder of what the service runs there, or a server of its own for
 * another side of a comparison. Both are the same binaries with the same settings, and nothing is left unsynced.
 */
export async function holdPostgres(dataFolder = makeFolder('postgres')): Promise<BenchPostgres> {
  const held = await startEmbeddedPostgres({ dataFolder });
  return {
    url: held.connection.connectionString,
    pid: held.pid,
    [Symbol.asyncDispose]: () => held[Symbol.asyncDispose](),
  };
}
