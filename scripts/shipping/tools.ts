import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';

/** Program → Debian package. */
export type Tools = Readonly<Record<string, string>>;

/** Ends the script with the packages to install when a program is missing. */
export function requireTools(tools: Tools): void {
  const missing = Object.entries(tools).filter(([program]) => !isInstalled(program));
  if (missing.length === 0) return;
  const packages = [...new Set(missing.map(([, name]) => name))].join(' ');
  console.error(
    `Missing: ${missing.map(([program]) => program).join(', ')}. On Debian: apt-get install ${packages}`,
  );
  process.exit(1);
}

export function requireRoot(why: string): void {
  if (process.getuid?.() === 0) return;
  console.error(`Run this as root: ${why}`);
  process.exit(1);
}

/** Runs a program to its end and returns what it printed; a failure shows everything. */
export function run(
  program: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): string {
  const { status, stdout, stderr, error } = spawnSync(program, args, {
    encoding: 'utf8',
    maxBuffer: 1 << 28,
    env: { ...process.env, ...env },
  });
  if (status === 0) return stdout;
  throw new Error(`${program} ${args.join(' ')} failed\n${stdout ?? ''}${stderr ?? ''}`, { cause: error });
}

/** A file or folder that is made once and kept for later runs. */
export function cached(name: string, make: (draft: string) => void): string {
  const path = join(homedir(), '.cache', 'parley', name);
  if (existsSync(path)) return path;
  const draft = `${path}.${process.pid}`;
  mkdirSync(dirname(path), { recursive: true });
  try {
    make(draft);
    renameSync(draft, path);
    return path;
  } catch (error) {
    rmSync(draft, { recursive: true, force: true });
    throw error;
  }
}

function isInstalled(program: string): boolean {
  try {
    execFileSync('sh', ['-c', `command -v ${program}`], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}
