import { createHash } from 'node:crypto';
import { chmod, chown, lchown, mkdir, readdir, realpath, rmdir, stat, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { canReach, type PostgresUser } from './embedded-user.ts';

/** Where a database is kept when its user cannot enter the data folder, and programs that it cannot reach. */
export const sharedFolder = '/var/lib/parley';

/** The folder that belongs to PostgreSQL, without symlinks: `data` and `run` lie in it. Null before the first start. */
export async function findHome(dataFolder: string): Promise<string | null> {
  try {
    return await realpath(join(dataFolder, 'postgres'));
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  }
}

/** The same, made when missing and given to `user`, which may be another one than last time. Nothing may run in it. */
export async function ensureHome(user: PostgresUser, dataFolder: string): Promise<string> {
  const path = join(dataFolder, 'postgres');
  // Passing through is enough for a system user: what else lies in the data folder stays closed.
  if (user.kind === 'system') await chmod(dataFolder, 0o711);
  await makeFolder(path, user);
  const home = await realpath(path);
  await giveTo(user, home);
  if (await canReach(user, home)) return home;
  if ((await readdir(home)).length > 0) {
    throw new Error(`PostgreSQL runs as user ${user.uid} and cannot enter ${home}: move the data folder`);
  }
  return moveOut(user, path);
}

export async function makeFolder(folder: string, user: PostgresUser): Promise<void> {
  const made = await mkdir(folder, { recursive: true, mode: 0o700 });
  if (made !== undefined && user.kind !== 'self') await chown(folder, user.uid, user.gid);
}

async function moveOut(user: PostgresUser, path: string): Promise<string> {
  const name = createHash('sha256').update(path).digest('hex').slice(0, 16);
  const elsewhere = join(sharedFolder, name);
  await mkdir(sharedFolder, { recursive: true, mode: 0o755 });
  await makeFolder(elsewhere, user);
  await rmdir(path);
  await symlink(elsewhere, path);
  return elsewhere;
}

/** The folder itself comes last, so that a walk that was cut begins again. */
async function giveTo(user: PostgresUser, folder: string): Promise<void> {
  if (user.kind === 'self' || (await stat(folder)).uid === user.uid) return;
  for (const entry of await readdir(folder, { recursive: true })) {
    await lchown(join(folder, entry), user.uid, user.gid);
  }
  await chown(folder, user.uid, user.gid);
}
