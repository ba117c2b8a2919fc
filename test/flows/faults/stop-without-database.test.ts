import assert from 'node:assert/strict';
import { test } from 'node:test';
import pg from 'pg';
import { startEmbeddedPostgres } from '#adapters/postgres/embedded/embedded.ts';
import { migrate } from '#adapters/postgres/schema/migrate.ts';
import { withTimeout } from '#core/shared/wait.ts';
import type { Break } from '#test/break.ts';
import { temporaryFolder } from '#test/database/embedded-folders.ts';
import { createEmptyDatabase } from '#test/database/test-database.ts';
import { childrenOf } from '#test/machine/processes.ts';
import { openApi, testSecret } from '#test/world/api.ts';
import { freePort, installedProgram, startProcess } from '#test/world/process.ts';

const drainMs = 1_000;

test('a stop while the database hangs does not wait for it much longer than the drain, and exits with 0', async (t) => {
  await using postgres = await startEmbeddedPostgres({
    dataFolder: await temporaryFolder(t),
    durable: false,
  });
  await migrate(postgres.connection);
  await using api = await openApi({
    databaseUrl: postgres.connection.connectionString,
    config: { limits: { drain_ms: drainMs } },
  });
  const partner = await api.partner({ model: 'openai/mock:deltas=50,pace=100' });
  await partner.open();
  const processes = [postgres.pid, ...childrenOf(postgres.pid)];
  signal(processes, 'SIGSTOP');
  try {
    const service = api.serviceOf();
    const askedAt = performance.now();
    service.kill('SIGTERM');
    assert.deepEqual(await service.exited, { code: 0, signal: null });
    const tookMs = performance.now() - askedAt;
    // A statement that is not given up takes 17 s.
    assert.ok(tookMs <= drainMs + 14_000, `${tookMs} ms`);
    assert.match(service.stdout(), /"message":"The database was unavailable/);
  } finally {
    signal(processes, 'SIGCONT');
  }
});

test('a start that waits for another that migrates says so, and ends with 0 on SIGTERM', async () => {
  await using database = await createEmptyDatabase();
  const other = new pg.Client(database.url);
  await other.connect();
  const { rows } = await other.query(
    `SELECT pg_backend_pid() AS pid, pg_advisory_lock(hashtextextended('parley migrations', 0))`,
  );
  await using service = startProcess(process.execPath, [installedProgram, 'serve'], {
    env: { DATABASE_URL: database.url, PARLEY_SECRET: testSecret, PORT: String(await freePort()) },
  });
  await service.printed(
    new RegExp(`Waiting for another process that migrates the database: session ${rows[0].pid} \\(`),
  );
  service.kill('SIGTERM');
  // The other one goes on holding its lock.
  assert.deepEqual(await withTimeout(60_000, service.exited), { code: 0, signal: null });
  await other.end();
});

function signal(pids: readonly number[], name: NodeJS.Signals): void {
  for (const pid of pids) process.kill(pid, name);
}

export const breaks: readonly Break[] = [
  {
    rule: 'A stop does not wait for a database that is away',
    file: 'src/app.ts',
    replace: 'await withTimeout(config.limits.drainMs + stopMs, drained)',
    by: 'await drained',
  },
  {
    rule: 'A start that waits to migrate ends on SIGTERM',
    file: 'src/main/run-until-signal.ts',
    replace: 'controller.abort();',
    by: '',
  },
];
