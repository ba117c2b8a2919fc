import { spawn } from 'node:child_process';
import { globSync } from 'node:fs';
import { sharedPostgresVariable, startTestPostgres } from '../test/support/database/run-postgres.ts';
import {
  installedPgBouncer,
  newerPgBouncer,
  type PgBouncer,
} from '../test/support/poolers/find-pgbouncer.ts';
import { type PoolerOptions, startPgBouncer } from '../test/support/poolers/start-pgbouncer.ts';
import { poolerVariable } from '../test/support/poolers/through-pooler.ts';

/**
 * Runs the flow suite through PgBouncer: in transaction mode through a version that supports prepared statements, and
 * in session mode through the version of Debian 12. Arguments select other test files.
 */
const patterns = process.argv.slice(2);
const files = patterns.length > 0 ? patterns.flatMap((pattern) => globSync(pattern)) : allFlows();

const session = await installedPgBouncer();
const transaction = await newerPgBouncer();
if (session === null || transaction === null) {
  console.error('PgBouncer is missing. On Debian: apt-get install pgbouncer mmdebstrap');
  process.exit(1);
}

const runs = [
  await runTests(['test/poolers/pgbouncer.test.ts'], null),
  await runThrough(transaction, 'transaction'),
  await runThrough(session, 'session'),
];
process.exitCode = runs.every((code) => code === 0) ? 0 : 1;

/** The flow that also runs an older release, which supports no poolers, is among the fault runs. */
function allFlows(): readonly string[] {
  return globSync('test/flows/**/*.test.ts');
}

async function runThrough(pgbouncer: PgBouncer, mode: PoolerOptions['mode']): Promise<number> {
  console.log(`\nPgBouncer ${pgbouncer.version} in ${mode} mode`);
  return runTests(files, { pgbouncer, mode });
}

async function runTests(
  names: readonly string[],
  through: { readonly pgbouncer: PgBouncer; readonly mode: PoolerOptions['mode'] } | null,
): Promise<number> {
  await using postgres = await startTestPostgres();
  const env = { ...process.env, [sharedPostgresVariable]: postgres.url };
  if (through === null) return await runNode(names, env);
  await using pooler = await startPgBouncer(through.pgbouncer, postgres.url, { mode: through.mode });
  return await runNode(names, { ...env, [poolerVariable]: pooler.through(postgres.url) });
}

function runNode(names: readonly string[], env: NodeJS.ProcessEnv): Promise<number> {
  const options = ['--test', '--test-concurrency=2', '--test-timeout=180000', '--test-reporter=spec'];
  const child = spawn(process.execPath, [...options, ...names], { stdio: 'inherit', env });
  // Node's runner stops its files by itself; PostgreSQL and the pooler have to outlive them.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => child.kill(signal));
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code) => resolve(code ?? 1));
  });
}
