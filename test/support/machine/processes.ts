import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, readlinkSync, statSync } from 'node:fs';
import { until } from '../reading/until.ts';

/** A process that ended and was not collected yet, or is just exiting, is dead too, and has no command line any more. */
export function isAlive(pid: number): boolean {
  return readOrEmpty(`/proc/${pid}/cmdline`) !== '';
}

export function childrenOf(pid: number): readonly number[] {
  return allProcesses().filter((each) => parentOf(each) === pid);
}

/**
 * Every process that works in the folder, or has its name in the command line or among the variables that it was started
 * with, as `<id> <command line>`.
 */
export function processesOf(folder: string): readonly string[] {
  return allProcesses().flatMap((pid) => {
    const command = readOrEmpty(`/proc/${pid}/cmdline`).replaceAll('\0', ' ');
    if (command === '') return [];
    // The command line of a backend does not name the folder.
    const place = emptyWithout(() => readlinkSync(`/proc/${pid}/cwd`));
    const named = `${command}${readOrEmpty(`/proc/${pid}/environ`)}`.includes(folder);
    return named || place.startsWith(folder) ? [`${pid} ${command}`] : [];
  });
}

/** For a server that was told to stop by a process which could not wait for it. */
export async function untilNoProcessOf(folder: string): Promise<void> {
  await until(() => processesOf(folder).length === 0);
}

/** The variables that it was started with, one a line; read as its owner, because root of a container may not. */
export function environmentOf(pid: number): string {
  const { uid, gid } = statSync(`/proc/${pid}`);
  return execFileSync('cat', [`/proc/${pid}/environ`], { uid, gid, encoding: 'utf8' }).replaceAll('\0', '\n');
}

function parentOf(pid: number): number {
  const stat = readOrEmpty(`/proc/${pid}/stat`);
  // The name of the program, in brackets, may contain spaces.
  const [, parent = ''] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return Number(parent);
}

function allProcesses(): readonly number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number);
}

function readOrEmpty(path: string): string {
  return emptyWithout(() => readFileSync(path, 'utf8'));
}

/** Empty where there is no such process, or no more. */
function emptyWithout(read: () => string): string {
  try {
    return read();
  } catch {
    return '';
  }
}
