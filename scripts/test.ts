import { spawn } from 'node:child_process';
import { globSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sharedPostgresVariable, startTestPostgres } from '../test/support/database/run-postgres.ts';

/**
 * Runs the given test files or globs, with one PostgreSQL for all of them. By default it leaves out the long fault
 * runs, the tests of old PostgreSQL versions and those of poolers, which have scripts of their own.
 */
const patterns = process.argv.slice(2);
const files = patterns.length > 0 ? patterns.flatMap((pattern) => globSync(pattern)) : allTests();
process.exitCode = files.length === 0 ? complain(patterns) : await runTests(files);

async function runTests(names: readonly string[]): Promise<number> {
  using compiled = temporaryFolder();
  await using postgres = await startTestPostgres();
  const child = spawn(
    process.execPath,
    ['--test', '--test-concurrency=3', '--test-timeout=120000', '--test-reporter=spec', ...names],
    {
      stdio: 'inherit',
      env: {
        ...process.env,
        [sharedPostgresVariable]: postgres.url,
        // A run starts hundreds of processes on the same sources.
        NODE_COMPILE_CACHE: compiled.folder,
      },
    },
  );
  // Node's runner stops its files by itself; PostgreSQL has to outlive them.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => child.kill(signal));
  // Awaited here, because PostgreSQL is disposed of when this function returns.
  return await new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code) => resolve(code ?? 1));
  });
}

function allTests(): readonly string[] {
  return globSync('test/**/*.test.ts', {
    exclude: ['test/faults/**', 'test/postgres/**', 'test/poolers/**'],
  }).sort();
}

function temporaryFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'parley-compiled-'));
  return { folder, [Symbol.dispose]: () => rmSync(folder, { recursive: true, force: true }) };
}

function complain(given: readonly string[]): number {
  console.error(`No test file matches ${given.join(' ')}`);
  return 1;
}
