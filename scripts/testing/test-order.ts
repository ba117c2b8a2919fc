import { createHash } from 'node:crypto';

/** The longest files, most of whose time is waiting: started first, they do not delay the end of the run. */
export const longest: readonly string[] = [
  'test/flows/jobs/recovery.test.ts',
  'test/flows/faults/fault-run.test.ts',
  'test/browser/account.test.ts',
  'test/flows/answers/provider-failures.test.ts',
];

/**
 * The longest files first, then the others mixed: files of one folder are alike, and would otherwise all use the
 * processor, or all wait, at the same time. The order is the same in every run.
 */
export function inRunningOrder(files: readonly string[]): readonly string[] {
  const rest = files.filter((file) => !longest.includes(file));
  return [
    ...longest.filter((file) => files.includes(file)),
    ...rest.sort((a, b) => compare(mixed(a), mixed(b))),
  ];
}

function mixed(file: string): string {
  return createHash('sha256').update(file).digest('hex');
}

function compare(a: string, b: string): number {
  return a < b ? -1 : 1;
}
