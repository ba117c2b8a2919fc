import { readFileSync } from 'node:fs';
import { childrenOf } from '../machine/processes.ts';

/** The processes that read documents for this one, or for another. */
export function readingPrograms(pid = process.pid): readonly number[] {
  return childrenOf(pid).filter((child) => commandOf(child).includes('read-document'));
}

/** Empty when the process has ended. */
function commandOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
  } catch {
    return '';
  }
}
