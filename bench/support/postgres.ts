import { startEmbeddedPostgres } from '#adapters/postgres/embedded/embedded.ts';
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
  const embedded = await startEmbeddedPostgres({ dataFolder });
  held.add(embedded);
  return {
    url: embedded.connection.connectionString,
    pid: embedded.pid,
    async [Symbol.asyncDispose]() {
      held.delete(embedded);
      await embedded[Symbol.asyncDispose]();
    },
  };
}

/** For an end in the middle: PostgreSQL runs in a session of its own, which no Ctrl-C reaches. */
export async function releasePostgres(): Promise<void> {
  await Promise.allSettled([...held].map((embedded) => embedded[Symbol.asyncDispose]()));
}

const held = new Set<AsyncDisposable>();
