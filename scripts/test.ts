import { globSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { finished } from 'node:stream/promises';
import { run } from 'node:test';
import { spec } from 'node:test/reporters';
import { parseArgs } from 'node:util';
import { StartFailure } from '../src/core/shared/start-failure.ts';
import { sharedPostgresVariable, shareTestPostgres } from '../test/support/database/run-postgres.ts';
import { endProcessesOf } from './testing/processes-of-run.ts';
import { findTestFiles } from './testing/test-files.ts';
import { openTestFolder } from './testing/test-folder.ts';
import { arrangeProcesses } from './testing/test-processes.ts';
import { findUnitTests } from './testing/unit-tests.ts';
import { installVendors } from './testing/vendor-packages.ts';

/**
 * `--at-once`: by default twice what a machine with two processors has, because many tests wait. With more, the run
 * takes as long, and what depends on time fails sooner.
 */
const { values, positionals: patterns } = parseArgs({
  options: { 'at-once': { type: 'string', default: '4' } },
  allowPositionals: true,
});

/** For all files of a process, on a machine that has other work to do. */
const patienceMs = 900_000;

/**
 * Runs the given test files or globs, with one PostgreSQL for all of them. By default it runs the unit tests in one
 * process and the other files in some dozens, and leaves out the long fault runs, the scratch copies, the tests
 * of old PostgreSQL versions, those of poolers, balancers and servers, those that need promtool, the pictures of all
 * screens, and those that need other engines or install other runtimes, which have scripts of their own.
 */
installVendors();
const files = patterns.length > 0 ? patterns.flatMap((pattern) => globSync(pattern)) : allTests();
process.exitCode = files.length === 0 ? complain(patterns) : await runTests(files);

/** Where the tests keep their files, with PostgreSQL and everything else that they start. */
async function runTests(names: readonly string[]): Promise<number> {
  using temporary = openTestFolder();
  const { folder } = temporary;
  process.env['TMPDIR'] = folder;
  const havePassed = await runIn(folder, names).catch(sayWhy);
  const left = endProcessesOf(folder);
  for (const each of left) console.error(`Left running by the tests: ${each}`);
  return havePassed && left.length === 0 ? 0 : 1;
}

async function runIn(folder: string, names: readonly string[]): Promise<boolean> {
  await using postgres = await shareTestPostgres();
  const stopped = new AbortController();
  // PostgreSQL has to outlive the files, so they are ended first.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => stopped.abort());
  const tests = run({
    files: arrangeProcesses(names).map((files, index) => oneFileFor(files, join(folder, `${index}.mjs`))),
    concurrency: Number(values['at-once']),
    timeout: patienceMs,
    signal: stopped.signal,
    env: {
      ...process.env,
      [sharedPostgresVariable]: postgres.url,
      // A run starts hundreds of processes on the same sources.
      NODE_COMPILE_CACHE: join(folder, 'compiled'),
    },
  });
  let failed = 0;
  tests.on('test:fail', () => failed++);
  const report = tests.compose(spec);
  report.pipe(process.stdout);
  // Awaited here, because PostgreSQL is disposed of when this function returns.
  await finished(report);
  return failed === 0 && !stopped.signal.aborted;
}

function sayWhy(error: unknown): false {
  if (!(error instanceof StartFailure)) throw error;
  console.error(error.message);
  return false;
}

function allTests(): readonly string[] {
  const units = new Set(findUnitTests());
  const folders = [
    'additions',
    'balancers',
    'examples',
    'faults',
    'postgres',
    'poolers',
    'servers',
    'metrics',
    'screens',
    'runtimes',
    'clients',
    'engines',
    'guides',
  ];
  const others = findTestFiles(folders).filter((file) => !units.has(file));
  return ['scripts/test-unit.ts', ...others];
}

/** The file at `path`, which imports what counts the assertions, and then the files of its process. */
function oneFileFor(files: readonly string[], path: string): string {
  const imports = ['scripts/testing/count-assertions.ts', ...files].map((file) => resolve(file));
  writeFileSync(path, imports.map((file) => `await import(${JSON.stringify(file)});\n`).join(''));
  return path;
}

function complain(given: readonly string[]): number {
  console.error(`No test file matches ${given.join(' ')}`);
  return 1;
}
