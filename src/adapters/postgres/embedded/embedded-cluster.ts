import { execFile } from 'node:child_process';
import { addAbortListener } from 'node:events';
import { existsSync } from 'node:fs';
import { chown, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { StartFailure } from '#core/shared/start-failure.ts';
import { readOrCreateSecretFile } from './data-folder.ts';
import type { PostgresBinaries } from './embedded-binaries.ts';
import { postgresFailure } from './embedded-failure.ts';
import { commandOf, type PostgresUser } from './embedded-user.ts';

export const superuser = 'parley';

export function clusterFolder(home: string): string {
  return join(home, 'data');
}

/** The files of a restore until they are complete. */
export function restoringFolder(home: string): string {
  return `${clusterFolder(home)}.restoring`;
}

/** The superuser's password, which is needed over TCP only. */
export function passwordFile(home: string): string {
  return join(home, 'password');
}

export interface ClusterOptions {
  readonly durable: boolean;
  /** Ends a creation that is in progress; nothing is left of it. */
  readonly signal?: AbortSignal;
}

/** Creates the database files in `home` when there are none, and refuses those of another PostgreSQL version. */
export async function ensureCluster(
  home: string,
  user: PostgresUser,
  binaries: PostgresBinaries,
  options: ClusterOptions,
): Promise<void> {
  const version = await majorVersionOf(clusterFolder(home));
  if (version === null) {
    refuseInterruptedRestore(home);
    return initialise(home, user, binaries, options);
  }
  if (version === binaries.version.split('.')[0]) return;
  throw new StartFailure(
    `${clusterFolder(home)} was created by PostgreSQL ${version}, but this Parley includes ${binaries.version}: start the ` +
      'version of Parley that created it, and move the data with pg_dump',
  );
}

/** A new database in its place would hide that the restore did not end. */
function refuseInterruptedRestore(home: string): void {
  const rest = restoringFolder(home);
  if (!existsSync(rest)) return;
  throw new StartFailure(
    `${rest} is left of a restore that was interrupted: empty the data folder and run parley restore again`,
  );
}

async function initialise(
  home: string,
  user: PostgresUser,
  binaries: PostgresBinaries,
  { durable, signal }: ClusterOptions,
): Promise<void> {
  await readOrCreateSecretFile(passwordFile(home));
  if (user.kind === 'system') await chown(passwordFile(home), user.uid, user.gid);
  // A draft folder is renamed to the real one, so a start that was killed half way blocks nothing.
  const draft = `${clusterFolder(home)}.draft`;
  await rm(draft, { recursive: true, force: true });
  const { program, args, identity } = commandOf(user, binaries.initdb, [
    `--pgdata=${draft}`,
    `--username=${superuser}`,
    `--pwfile=${passwordFile(home)}`,
    '--auth-local=trust',
    '--auth-host=scram-sha-256',
    '--encoding=UTF8',
    '--locale=C',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--no-instructions',
    durable ? '--data-checksums' : '--no-sync',
  ]);
  const making = promisify(execFile)(program, args, { ...identity, cwd: '/', env: postgresEnvironment() });
  // Not by an option of execFile(), which would not wait until its processes are gone.
  using _abort = signal && addAbortListener(signal, () => making.child.kill());
  try {
    await making;
  } catch (error) {
    const said = (error instanceof Error && 'stderr' in error && error.stderr) || error;
    await rm(draft, { recursive: true, force: true });
    signal?.throwIfAborted();
    throw await postgresFailure('PostgreSQL could not create its files', String(said), {
      folder: home,
      logFile: null,
    });
  }
  await rename(draft, clusterFolder(home));
}

/** Without this process's environment, which may hold keys. */
export function postgresEnvironment(): Record<string, string> {
  return { LC_ALL: 'C', TZ: 'UTC', PATH: '/usr/local/bin:/usr/bin:/bin' };
}

/** The PostgreSQL version that created the files in `folder`; null when there are none. */
export async function majorVersionOf(folder: string): Promise<string | null> {
  try {
    return (await readFile(join(folder, 'PG_VERSION'), 'utf8')).trim();
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  }
}
