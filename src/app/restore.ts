import { type BackupManifest, readManifest } from '#adapters/postgres/backup/backup-manifest.ts';
import { restoreDump } from '#adapters/postgres/backup/dump-database.ts';
import { restoreFiles } from '#adapters/postgres/backup/restore-files.ts';
import { Database } from '#adapters/postgres/database/database.ts';
import { openPostgres } from '#adapters/postgres/database/open-postgres.ts';
import { renewEventLog } from '#adapters/postgres/events/event-log-store.ts';
import { isOlder } from '#adapters/postgres/schema/release.ts';
import type { Config } from '#config';
import { StartFailure, type StartWatch } from '#core/shared/start-failure.ts';
import { type Backup, presentBackup } from './back-up.ts';
import { explainFailure } from './explain-failure.ts';
import { version } from './version.ts';

export interface Restored {
  readonly backup: Backup;
  /** Clients that the restored database has; it was started and asked. */
  readonly clients: number;
}

/**
 * Fills an unused data folder, or the empty database of DATABASE_URL, with the backup in `folder` (an absolute path).
 * Replaces nothing, and does not migrate: the next start does.
 */
export async function restore(config: Config, folder: string, watch: StartWatch = {}): Promise<Restored> {
  const { dataFolder } = config;
  const databaseUrl = config.databaseUrl?.reveal() ?? null;
  try {
    const manifest = await readManifest(folder);
    refuseOther(manifest, databaseUrl !== null);
    if (databaseUrl !== null) await refusePooler(databaseUrl, dataFolder);
    if (databaseUrl === null) await restoreFiles(folder, manifest, dataFolder, watch);
    else await restoreDump(folder, manifest, databaseUrl);
    return {
      backup: presentBackup(folder, manifest),
      clients: await openRestored({ databaseUrl, dataFolder }, watch),
    };
  } catch (error) {
    throw explainFailure(error, config);
  }
}

function refuseOther({ kind, version: backedUp }: BackupManifest, isServer: boolean): void {
  if (isOlder(version, backedUp)) {
    throw new StartFailure(
      `The backup was made by Parley ${backedUp}, and this is ${version}: restore it with that version or a later one`,
    );
  }
  if (kind === 'dump' && !isServer) {
    throw new StartFailure(
      'The backup is a dump, which can only be restored into a server: set DATABASE_URL to an empty database of it',
    );
  }
  if (kind === 'files' && isServer) {
    throw new StartFailure(
      'The backup has the files of an embedded PostgreSQL, and DATABASE_URL is set: restore it without DATABASE_URL ' +
        'into a data folder; from there, "parley backup <folder> --dump" makes one for a server',
    );
  }
}

/** Whatever the driver finds wrong with the server is reported before anything is read. */
async function refusePooler(databaseUrl: string, dataFolder: string): Promise<void> {
  await using postgres = await openPostgres({ databaseUrl, dataFolder });
  if (postgres.connection.guards !== 'transaction') return;
  throw new StartFailure(
    'DATABASE_URL leads through a pooler, which a restore must not use: set it to the address of the server itself',
  );
}

/** Counts the clients. Cursors of events that the backup does not hold must not be taken for older ones. */
async function openRestored(
  place: { readonly databaseUrl: string | null; readonly dataFolder: string },
  watch: StartWatch,
): Promise<number> {
  await using postgres = await openPostgres(place, watch);
  await using database = new Database({ ...postgres.connection, connections: 1 });
  await renewEventLog(database);
  const [row] = await database.query<{ clients: number }>('SELECT count(*)::int AS clients FROM clients');
  return row?.clients ?? 0;
}
