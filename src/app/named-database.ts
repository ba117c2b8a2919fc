import { shownDatabaseUrl } from '#adapters/postgres/database/database-address.ts';
import { clusterFolder, majorVersionOf } from '#adapters/postgres/embedded/embedded-cluster.ts';
import { findHome } from '#adapters/postgres/embedded/embedded-home.ts';
import type { Config } from '#config';

/** The command would act on a database that does not exist. Only the service creates one. */
export class NoDatabase extends Error {
  override readonly name = 'NoDatabase';
}

type Place = Pick<Config, 'databaseUrl' | 'dataFolder'>;

/** The database as an operator recognises it: its location, without a password. */
export function databaseName({ databaseUrl, dataFolder }: Place): string {
  if (databaseUrl === null) return `embedded PostgreSQL in ${dataFolder}`;
  return shownDatabaseUrl(databaseUrl.reveal());
}

/** Refuses when there is neither DATABASE_URL nor a database in the data folder. */
export async function requireDatabase({ databaseUrl, dataFolder }: Place): Promise<void> {
  if (databaseUrl !== null || (await isInitialised(dataFolder))) return;
  throw new NoDatabase(
    `There is no database: DATABASE_URL is not set, and ${dataFolder} holds none. ` +
      'Pass the settings of the service (--env-file <file>, or its DATABASE_URL or PARLEY_DATA_DIR), or start it once.',
  );
}

async function isInitialised(dataFolder: string): Promise<boolean> {
  try {
    const home = await findHome(dataFolder);
    return home !== null && (await majorVersionOf(clusterFolder(home))) !== null;
  } catch (error) {
    const isClosed = error instanceof Error && 'code' in error && error.code === 'EACCES';
    if (!isClosed) throw error;
    throw new NoDatabase(`${dataFolder} is closed to this user: run the command as the user of the service`);
  }
}
