import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { unpackedPackages } from '../machine/debian-packages.ts';

const run = promisify(execFile);

/** A PgBouncer that can be started. */
export interface PgBouncer {
  /** Such as `1.24.1`. */
  readonly version: string;
  /** Program and arguments to put in front of its own. */
  readonly command: readonly [string, ...string[]];
}

/** Debian's release with PgBouncer 1.24. */
const release = 'trixie';

/** The PgBouncer that is installed on this machine, or null. */
export async function installedPgBouncer(): Promise<PgBouncer | null> {
  return inspect(['/usr/sbin/pgbouncer']);
}

/** PgBouncer of Debian's next release with the libraries that it was built against, unpacked once by mmdebstrap. */
export async function newerPgBouncer(): Promise<PgBouncer | null> {
  const root = await unpackedPackages(`pgbouncer-${release}`, release, ['pgbouncer']);
  if (root === null) return null;
  const loader = join(root, 'usr/lib/x86_64-linux-gnu/ld-linux-x86-64.so.2');
  const libraries = join(root, 'usr/lib/x86_64-linux-gnu');
  return inspect([loader, '--library-path', libraries, join(root, 'usr/sbin/pgbouncer')]);
}

async function inspect(command: readonly [string, ...string[]]): Promise<PgBouncer | null> {
  const [program, ...args] = command;
  try {
    const { stdout } = await run(program, [...args, '--version']);
    const version = /PgBouncer (\S+)/.exec(stdout)?.[1];
    return version === undefined ? null : { version, command };
  } catch {
    return null;
  }
}
