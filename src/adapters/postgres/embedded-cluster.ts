import { execFile } from 'node:child_process';
import { chown, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { readOrCreateSecretFile } from './data-folder.ts';
import type { PostgresBinaries } from './embedded-binaries.ts';
import { commandOf, type PostgresUser } from './embedded-user.ts';

export const superuser = 'parley';

export interface Cluster {
  readonly folder: string;
  /** Needed over TCP only. */
  readonly password: string;
}

/** The database files in `home`, made on the first call. */
export async function ensureCluster(
  home: string,
  user: PostgresUser,
  binaries: PostgresBinaries,
  options: { durable: boolean },
): Promise<Cluster> {
  const folder = join(home, 'data');
  const passwordFile = join(home, 'password');
  const password = await readOrCreateSecretFile(passwordFile);
  const version = await majorVersionOf(folder);
  if (version === null) {
    if (user.kind === 'system') await chown(passwordFile, user.uid, user.gid);
    await initialise(folder, passwordFile, user, binaries, options);
  } else if (version !== binaries.version.split('.')[0]) {
    throw new Error(`${folder} was made by PostgreSQL ${version}, and this is ${binaries.version}`);
  }
  return { folder, password };
}

async function initialise(
  folder: string,
  passwordFile: string,
  user: PostgresUser,
  binaries: PostgresBinaries,
  { durable }: { durable: boolean },
): Promise<void> {
  // A draft becomes the real folder in one step: a start that was killed half way leaves nothing to trip over.
  const draft = `${folder}.draft`;
  await rm(draft, { recursive: true, force: true });
  const { program, args, identity } = commandOf(user, binaries.initdb, [
    `--pgdata=${draft}`,
    `--username=${superuser}`,
    `--pwfile=${passwordFile}`,
    '--auth-local=trust',
    '--auth-host=scram-sha-256',
    '--encoding=UTF8',
    '--locale=C',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--no-instructions',
    durable ? '--data-checksums' : '--no-sync',
  ]);
  try {
    await promisify(execFile)(program, args, { ...identity, cwd: '/', env: postgresEnvironment() });
  } catch (cause) {
    throw new Error('PostgreSQL could not make its files', { cause });
  }
  await rename(draft, folder);
}

/** Nothing of this process's environment: it may hold keys. */
export function postgresEnvironment(): Record<string, string> {
  return { LC_ALL: 'C', TZ: 'UTC', PATH: '/usr/local/bin:/usr/bin:/bin' };
}

async function majorVersionOf(folder: string): Promise<string | null> {
  try {
    return (await readFile(join(folder, 'PG_VERSION'), 'utf8')).trim();
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  }
}
