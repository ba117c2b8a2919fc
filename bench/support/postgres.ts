import { startEmbeddedPostgres } from '#adapters/postgres/embedded/embedded.ts';
import { makeFolder } from './folder.ts';

export interface BenchPostgres extends AsyncDisposable {
  readonly url: string;
  /** The postmaster, the parent of all other processes of the server. */
  readonly pid: number;
}

/**
 * The PostgreSQL of a data folder: another holder of the service's own, or a separate server for another side of a
 * comparison. Both use the same binaries and settings, with fsync on.
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

/** For an interrupted run: PostgreSQL runs in a session of its own, which Ctrl-C does not reach. */
export async function releasePostgres(): Promise<void> {
  await Promise.allSettled([...held].map((embedded) => embedded[Symbol.asyncDispose]()));
}

const held = new Set<AsyncDisposable>();
