import { chmod, chown, lchown, mkdir, readdir, readlink, realpath, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { StartFailure } from '#core/shared/start-failure.ts';
import { makeFolders } from './data-folder.ts';
import { canReach, type PostgresUser } from './embedded-user.ts';

/** The folder for a copy of the programs, where PostgreSQL's user cannot reach them in our own tree. */
export const sharedFolder = '/var/lib/parley';

/** The existing home of the cluster, or null. */
export async function findHome(dataFolder: string): Promise<string | null> {
  try {
    return await realpath(join(dataFolder, 'postgres'));
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  }
}

/**
 * The part of the data folder that belongs to PostgreSQL, without symlinks, created when missing. `data`, `run` and
 * the locks lie in it.
 */
export async function openHome(dataFolder: string): Promise<string> {
  const home = join(await realpath(dataFolder), 'postgres');
  await refuseLink(home, dataFolder);
  await makeFolders(home);
  return home;
}

/** Gives the home to `user`, which may differ from the last start. Nothing may be running in it. */
export async function changeHomeOwner(home: string, user: PostgresUser, dataFolder: string): Promise<void> {
  // A system user needs to pass through only; everything else in the data folder stays closed to it.
  if (user.kind === 'system') await chmod(dataFolder, 0o711);
  await changeOwner(user, home);
  if (await canReach(user, home)) return;
  await chmod(dataFolder, 0o700);
  throw new StartFailure(
    `PostgreSQL does not run as root, and user ${user.name} (${user.uid}), which it would run as, cannot enter ` +
      `${dataFolder}: move the folder to a place that every user may pass through and set PARLEY_DATA_DIR to it ` +
      `(the default, ${sharedFolder}, is one), or start Parley as another user`,
  );
}

export async function makeFolder(folder: string, user: PostgresUser): Promise<void> {
  const made = await mkdir(folder, { recursive: true, mode: 0o700 });
  if (made !== undefined && user.kind !== 'self') await chown(folder, user.uid, user.gid);
}

/**
 * A copy of the data folder would hold the symlink only, and a service on the copy would use the original's files.
 */
async function refuseLink(home: string, dataFolder: string): Promise<void> {
  const target = await readlink(home).catch(() => null);
  if (target === null) return;
  throw new StartFailure(
    `The database of ${dataFolder} is in ${target}, where a version before 0.2.0 or a symlink put it, so that copies ` +
      `of the folder lack it: stop Parley, and move it back with "rm ${home} && mv ${target} ${home}"`,
  );
}

/** The folder itself is changed last, so that an interrupted walk starts over. */
async function changeOwner(user: PostgresUser, folder: string): Promise<void> {
  if (user.kind === 'self' || (await stat(folder)).uid === user.uid) return;
  for (const entry of await readdir(folder, { recursive: true })) {
    await lchown(join(folder, entry), user.uid, user.gid);
  }
  await chown(folder, user.uid, user.gid);
}
