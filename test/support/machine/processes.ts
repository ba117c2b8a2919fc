import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, statSync } from 'node:fs';

/** A process that ended and was not collected yet, or is just exiting, is dead too, and has no command line any more. */
export function isAlive(pid: number): boolean {
  return readOrEmpty(`/proc/${pid}/cmdline`) !== '';
}

export function childrenOf(pid: number): readonly number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((each) => parentOf(each) === pid);
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

/** Empty where there is no such process, or no more. */
function readOrEmpty(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
