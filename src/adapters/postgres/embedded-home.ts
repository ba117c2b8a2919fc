import { createHash } from 'node:crypto';
import {
  chmod,
  chown,
  lchown,
  lstat,
  mkdir,
  readdir,
  realpath,
  rmdir,
  stat,
  symlink,
} from 'node:fs/promises';
import { join } from 'node:path';
import { canReach, type PostgresUser } from './embedded-user.ts';

/** Where a database is kept when its user cannot enter the data folder, and programs that it cannot reach. */
export const sharedFolder = '/var/lib/parley';

/** The folder that belongs to PostgreSQL, without symlinks: `data` and `run` lie in it. */
export async function ensureHome(user: PostgresUser, dataFolder: string): Promise<string> {
  const home = join(dataFolder, 'postgres');
  const isNew = await makeFolder(home, user);
  // Passing through is enough for a system user: what else lies in the data folder stays closed.
  if (user.kind === 'system') await chmod(dataFolder, 0o711);
  if (!isNew && (await lstat(home)).isSymbolicLink()) return realpath(home);
  if (user.kind === 'self') return realpath(home);

  const owner = await lstat(home);
  if (owner.uid !== user.uid) await chown(home, user.uid, user.gid);
  if (await canReach(user, await realpath(home))) return realpath(home);
  if ((await readdir(home)).length > 0) {
    throw new Error(`PostgreSQL runs as user ${user.uid} and cannot enter ${home}: move the data folder`);
  }
  return moveOut(user, home);
}

/** Gives everything in `folder` to `user`, when it is somebody else's. */
export async function giveTo(user: PostgresUser, folder: string): Promise<void> {
  if (user.kind === 'self' || (await stat(folder)).uid === user.uid) return;
  for (const entry of await readdir(folder, { recursive: true })) {
    await lchown(join(folder, entry), user.uid, user.gid);
  }
  await chown(folder, user.uid, user.gid);
}

async function moveOut(user: PostgresUser, home: string): Promise<string> {
  const name = createHash('sha256')
    .update(await realpath(home))
    .digest('hex')
    .slice(0, 16);
  const elsewhere = join(sharedFolder, name);
  await mkdir(sharedFolder, { recursive: true, mode: 0o755 });
  await makeFolder(elsewhere, user);
  await chown(elsewhere, user.uid, user.gid);
  await rmdir(home);
  await symlink(elsewhere, home);
  return elsewhere;
}

async function makeFolder(folder: string, user: PostgresUser): Promise<boolean> {
  try {
    await mkdir(folder, { mode: 0o700 });
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false;
    throw error;
  }
  if (user.kind !== 'self') await chown(folder, user.uid, user.gid);
  return true;
}
