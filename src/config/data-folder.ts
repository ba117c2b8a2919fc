import { spawnSync } from 'node:child_process';
import { existsSync, readlinkSync } from 'node:fs';
import { resolve } from 'node:path';

/** Every user may enter its parents, and Debian's own services keep their files next to it. */
const systemFolder = '/var/lib/parley';

/**
 * `./data`, or `/var/lib/parley` for root where PostgreSQL has to run as a system user, who often cannot enter the
 * working folder. A `./data` that already holds a database is kept.
 */
export function defaultDataFolder(): string {
  const local = resolve('data');
  return holdsDatabase(local) || !runsAsSystemUser() ? local : systemFolder;
}

function holdsDatabase(folder: string): boolean {
  return existsSync(`${folder}/postgres/data`) || isLink(`${folder}/postgres`);
}

function isLink(path: string): boolean {
  try {
    return readlinkSync(path) !== '';
  } catch {
    return false;
  }
}

/** Asked once, because that starts a process. */
let lacksNamespaces: boolean | undefined;

/** PostgreSQL refuses to run as root; a user namespace makes root's files look like another user's. */
function runsAsSystemUser(): boolean {
  if (process.getuid?.() !== 0) return false;
  lacksNamespaces ??=
    spawnSync('unshare', ['--user', '--map-user=1000', '--map-group=1000', 'true']).status !== 0;
  return lacksNamespaces;
}
