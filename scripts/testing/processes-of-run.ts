import { processesOf } from '../../test/support/machine/processes.ts';

/**
 * Ends every process that a test has left running, or that lost its test when the run was stopped, and returns them as
 * `<id> <command line>`.
 */
export function endProcessesOf(folder: string): readonly string[] {
  const left = processesOf(folder);
  for (const each of left) end(Number.parseInt(each, 10));
  return left;
}

function end(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It has ended since.
  }
}
