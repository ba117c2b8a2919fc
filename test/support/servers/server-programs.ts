import { globSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

/** The folder of the newest PostgreSQL of Debian that can run and copy a server, or null. */
export function findServerPrograms(): string | null {
  const folders = globSync('/usr/lib/postgresql/*/bin/pg_basebackup').map((path) => dirname(path));
  const [newest] = folders.sort((one, other) => majorOf(other) - majorOf(one));
  return newest ?? null;
}

export function requireServerPrograms(): string {
  const found = findServerPrograms();
  if (found === null) throw new Error('PostgreSQL is missing. On Debian: apt-get install postgresql');
  return found;
}

function majorOf(folder: string): number {
  return Number(basename(join(folder, '..')));
}
