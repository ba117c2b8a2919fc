import { readdirSync, readFileSync } from 'node:fs';

/** A process that ended and was not collected yet is dead too, and so is one that is just exiting. */
export function isAlive(pid: number): boolean {
  return !/^[ZX]?$/.test(statOf(pid).state) && readOrEmpty(`/proc/${pid}/cmdline`) !== '';
}

export function childrenOf(pid: number): readonly number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((each) => statOf(each).parent === pid);
}

/** The variables that it was started with, one a line. */
export function environmentOf(pid: number): string {
  return readFileSync(`/proc/${pid}/environ`, 'utf8').replaceAll('\0', '\n');
}

function statOf(pid: number) {
  const stat = readOrEmpty(`/proc/${pid}/stat`);
  // The name of the program, in brackets, may contain spaces.
  const [state = '', parent = ''] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return { state, parent: Number(parent) };
}

/** Empty where there is no such process, or no more. */
function readOrEmpty(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
