import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';

/** The longest files: begun early, they do not delay the end of the run. */
export const longest: readonly string[] = [
  'test/flows/console/operation-matrix.test.ts',
  'test/flows/jobs/recovery.test.ts',
  'test/flows/answers/provider-failures.test.ts',
  'test/flows/numbers/idle-process.test.ts',
  'test/flows/usage/vendor-ledger.test.ts',
  'test/flows/owners/credential-matrix.test.ts',
];

/** Few enough that the last process does not keep the others waiting. */
const filesOfProcess = 8;

/** Lines through which a file reaches beyond its own suites, into what other files of its process would share. */
const beyondSuites =
  /^(?:before|after|beforeEach|afterEach|await)\b|^const .* = await\b|\bprocess\.(?:on|chdir|cpuUsage|memoryUsage)\b|\bprocess\.env(?:\.\w+|\[[^\]]+\]) = |\bmock\b[^}]*\} from 'node:test'|\bglobalThis\b/m;

/** A file that takes the service of its process: together such files need one in each process. */
const sharing = /\bshare(?:Api|Hosted)(\(\d?\))/;

/**
 * The files of each process, in the order in which the processes start. Files share one, and run in it one after the
 * other, because a process takes half a second to start and to load the sources. Those that wait and those that draw
 * pages begin the run in turn, so that the processors are neither idle nor crowded. The longest files, those that reach
 * beyond their suites, and those outside of `test`, which are collections themselves, have a process of their own.
 */
export function arrangeProcesses(files: readonly string[]): readonly (readonly string[])[] {
  const first = longest.filter((file) => files.includes(file));
  const rest = files.filter((file) => !first.includes(file)).sort((a, b) => compare(mixed(a), mixed(b)));
  const alone = rest.filter((file) => !file.startsWith('test/') || reachesBeyondSuites(file));
  const together = rest.filter((file) => !alone.includes(file));
  const others = together.filter((file) => !isOfBrowser(file));
  return [
    ...inTurn(
      first.map((file) => [file]),
      share(together.filter(isOfBrowser)),
    ),
    ...[...Map.groupBy(others, serviceOf).values()].flatMap(share),
    ...alone.map((file) => [file]),
  ];
}

function reachesBeyondSuites(file: string): boolean {
  return beyondSuites.test(textOf(file));
}

/** Which of the shared services it takes; empty: none. */
function serviceOf(file: string): string {
  return sharing.exec(textOf(file))?.[1] ?? '';
}

function textOf(file: string): string {
  return readFileSync(file, 'utf8');
}

function isOfBrowser(file: string): boolean {
  return file.startsWith('test/browser/');
}

function inTurn<T>(some: readonly T[], others: readonly T[]): readonly T[] {
  const places = Array.from({ length: Math.max(some.length, others.length) }, (_, place) => place);
  return places.flatMap((place) => [...some.slice(place, place + 1), ...others.slice(place, place + 1)]);
}

function share(files: readonly string[]): readonly (readonly string[])[] {
  const count = Math.ceil(files.length / filesOfProcess);
  return Array.from({ length: count }, (_, index) => files.filter((_file, place) => place % count === index));
}

/** Files of one folder are alike, and would otherwise all use the processor, or all wait, at the same time. */
function mixed(file: string): string {
  return createHash('sha256').update(file).digest('hex');
}

function compare(a: string, b: string): number {
  return a < b ? -1 : 1;
}
