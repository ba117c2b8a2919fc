import { execFile } from 'node:child_process';
import { globSync } from 'node:fs';
import { homedir } from 'node:os';
import { promisify } from 'node:util';
import { StartFailure } from '#core/shared/start-failure.ts';
import { postgresEnvironment } from '../embedded/embedded-cluster.ts';
import type { LibpqAddress } from './libpq-address.ts';

const run = promisify(execFile);
const longestReason = 600;

/** An installed pg_dump or pg_restore. */
export interface ClientProgram {
  readonly path: string;
  /** `18.1` */
  readonly version: string;
}

type ProgramName = 'pg_dump' | 'pg_restore';

/** Every installed version of a program: the one in the path, and where Debian and Red Hat keep one per version. */
export async function findPrograms(name: ProgramName): Promise<readonly ClientProgram[]> {
  const paths = [name, ...globSync([`/usr/lib/postgresql/*/bin/${name}`, `/usr/pgsql-*/bin/${name}`])];
  const found = await Promise.all(paths.map(inspect));
  return found.filter((program) => program !== null);
}

/**
 * The oldest program that understands `major`, because an older server may not understand what a newer one writes.
 * `what` names the reason in the refusal.
 */
export function chooseProgram(
  name: ProgramName,
  found: readonly ClientProgram[],
  major: number,
  what: string,
): ClientProgram {
  const [best] = found
    .filter(({ version }) => majorOf(version) >= major)
    .sort((one, other) => majorOf(one.version) - majorOf(other.version));
  if (best !== undefined) return best;
  const versions = [...new Set(found.map(({ version }) => version))].join(' and ');
  throw new StartFailure(
    `${what} needs ${name} ${major} or later, and ${versions === '' ? 'none' : `only ${versions}`} is installed: ` +
      `on Debian, apt-get install postgresql-client-${major} (older releases of Debian get it from apt.postgresql.org)`,
  );
}

/** Runs a program on a database, and rejects with its error output. */
export async function runProgram(
  { path }: ClientProgram,
  args: readonly string[],
  { address, environment }: LibpqAddress,
): Promise<void> {
  // A password file lies in the home.
  const env = { ...postgresEnvironment(), HOME: homedir(), ...environment };
  try {
    await run(path, [...args, `--dbname=${address}`, '--no-password'], { env, maxBuffer: 1 << 26 });
  } catch (error) {
    const said = error instanceof Error && 'stderr' in error ? String(error.stderr).trim() : '';
    const reason = (said === '' ? String(error) : said).replaceAll(/\s*\n\s*/g, '; ');
    throw new StartFailure(`${path} failed (${reason.slice(0, longestReason)})`, { cause: error });
  }
}

async function inspect(path: string): Promise<ClientProgram | null> {
  try {
    const { stdout } = await run(path, ['--version'], { env: postgresEnvironment() });
    const version = /\b(\d+(?:\.\d+|beta\d+|rc\d+|devel))/.exec(stdout)?.[1];
    return version === undefined ? null : { path, version };
  } catch {
    return null;
  }
}

function majorOf(version: string): number {
  return Number.parseInt(version, 10);
}
