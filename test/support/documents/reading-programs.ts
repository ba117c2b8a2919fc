import { readFileSync } from 'node:fs';
import { childrenOf } from '../machine/processes.ts';

/** The processes that read documents for this one. */
export function readingPrograms(): readonly number[] {
  return childrenOf(process.pid).filter((pid) => commandOf(pid).includes('read-document'));
}

/** Empty when the process has ended. */
function commandOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
  } catch {
    return '';
  }
}
