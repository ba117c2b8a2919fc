import { spawnSync } from 'node:child_process';
import { globSync } from 'node:fs';
import { findServerPrograms } from '../../test/support/servers/server-programs.ts';

/**
 * Runs the tests that need PostgreSQL servers of their own: a fail-over to a standby under load, and a backup by
 * pg_dump. Arguments select test files.
 */
if (findServerPrograms() === null) {
  console.error('PostgreSQL is missing. On Debian: apt-get install postgresql');
  process.exit(1);
}
const patterns = process.argv.slice(2);
const files = globSync(patterns.length > 0 ? patterns : ['test/servers/*.test.ts']);
const options = ['--test', '--test-concurrency=1', '--test-timeout=180000', '--test-reporter=spec'];
process.exitCode = spawnSync(process.execPath, [...options, ...files], { stdio: 'inherit' }).status ?? 1;
