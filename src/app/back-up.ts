import { chmod, mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { backUpFiles } from '#adapters/postgres/backup/back-up-files.ts';
import {
  type BackupKind,
  type BackupManifest,
  bytesOf,
  writeManifest,
} from '#adapters/postgres/backup/backup-manifest.ts';
import { dumpDatabase } from '#adapters/postgres/backup/dump-database.ts';
import { openPostgres } from '#adapters/postgres/database/open-postgres.ts';
import { findPostgresBinaries } from '#adapters/postgres/embedded/embedded-binaries.ts';
import type { Config } from '#config';
import { StartFailure, type StartWatch } from '#core/shared/start-failure.ts';
import { explainFailure } from './explain-failure.ts';
import { requireDatabase } from './named-database.ts';
import { version } from './version.ts';

/** A backup as its operator sees it. */
export interface Backup {
  readonly folder: string;
  readonly kind: BackupKind;
  /** The version of Parley that made it. */
  readonly version: string;
  readonly postgres: string;
  /** RFC 3339, UTC. */
  readonly createdAt: string;
  readonly files: number;
  readonly bytes: number;
  /** The master secret is among its files. */
  readonly hasSecret: boolean;
}

export interface BackUpOptions extends StartWatch {
  /** Absolute path of a folder that is empty or does not exist. */
  readonly folder: string;
  /** A dump of the embedded database too, instead of its files. */
  readonly isDump: boolean;
}

/**
 * Backs up the configured database, whether or not the service runs, and changes nothing in it. A backup that fails
 * leaves nothing behind.
 */
export async function backUp(config: Config, options: BackUpOptions): Promise<Backup> {
  await requireDatabase(config);
  try {
    await using written = await takeFolder(options.folder);
    const manifest = await fill(config, options);
    await writeManifest(options.folder, manifest);
    written.keep();
    return presentBackup(options.folder, manifest);
  } catch (error) {
    throw fullDisk(error, options.folder) ?? explainFailure(error, config);
  }
}

/** The disk is that of the backup: nothing else is written. */
function fullDisk(error: unknown, folder: string): StartFailure | null {
  if (!(error instanceof Error && 'code' in error)) return null;
  if (error.code !== 'ENOSPC' && error.code !== 'EDQUOT') return null;
  return new StartFailure(
    `No space is left on the disk of ${folder} (${error.code}): name a folder on a larger one; nothing was kept`,
    { cause: error },
  );
}

export function presentBackup(folder: string, manifest: BackupManifest): Backup {
  const { files, kind, version, postgres, createdAt } = manifest;
  return {
    folder,
    kind,
    version,
    postgres,
    createdAt,
    files: files.size,
    bytes: bytesOf(manifest),
    hasSecret: files.has('secret'),
  };
}

async function fill(config: Config, { folder, isDump, ...watch }: BackUpOptions): Promise<BackupManifest> {
  const { dataFolder } = config;
  const databaseUrl = config.databaseUrl?.reveal() ?? null;
  await using postgres = await openPostgres({ databaseUrl, dataFolder }, watch);
  const { connectionString, guards } = postgres.connection;
  if (guards === 'transaction') throw throughPooler();
  const stamp = { version, createdAt: new Date().toISOString() };
  if (isDump || databaseUrl !== null) {
    return { ...stamp, kind: 'dump', folders: [], ...(await dumpDatabase(connectionString, folder)) };
  }
  const binaries = await findPostgresBinaries();
  const { folders, files } = await backUpFiles(dataFolder, connectionString, folder);
  return { ...stamp, kind: 'files', postgres: postgresOf(binaries), folders, files };
}

/** The package adds a suffix of its own to the version of PostgreSQL. */
function postgresOf({ version }: { readonly version: string }): string {
  return /^\d+\.\d+/.exec(version)?.[0] ?? version;
}

/** pg_dump changes the settings of its session, which a pooler would pass on to the service. */
function throughPooler(): StartFailure {
  return new StartFailure(
    'DATABASE_URL leads through a pooler, which a dump must not use: run the command with the address of the server ' +
      'itself, as in DATABASE_URL=postgres://… parley backup <folder>',
  );
}

/** Empty and closed to other users. It is emptied again unless it is kept. */
async function takeFolder(folder: string): Promise<AsyncDisposable & { keep(): void }> {
  const made = await mkdir(folder, { recursive: true, mode: 0o700 });
  const [found] = (await readdir(folder)).filter((name) => name !== 'lost+found');
  if (found !== undefined) {
    throw new StartFailure(
      `${folder} is not empty (it holds ${found}): name a folder that is empty or does not exist`,
    );
  }
  await chmod(folder, 0o700);
  let isKept = false;
  return {
    keep: () => {
      isKept = true;
    },
    [Symbol.asyncDispose]: async () => {
      if (isKept) return;
      for (const name of await readdir(folder)) await rm(join(folder, name), { recursive: true });
      if (made !== undefined) await rm(folder, { recursive: true });
    },
  };
}
