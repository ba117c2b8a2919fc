import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startEmbeddedPostgres } from '#adapters/postgres/embedded/embedded.ts';
import { migrate } from '#adapters/postgres/schema/migrate.ts';
import type { Break } from '#test/break.ts';
import type { Page } from '#test/browser/form-browser.ts';
import { openConsole } from '#test/console/console-world.ts';
import { temporaryFolder } from '#test/database/embedded-folders.ts';
import { childrenOf } from '#test/machine/processes.ts';
import { until } from '#test/reading/until.ts';

/** A statement that is given up takes 17 s, and waiting for a connection 5 s. */
const atOnceMs = 2_000;

test('the console answers 503 at once while the database is known to hang, and works again by itself', async (t) => {
  await using postgres = await startEmbeddedPostgres({
    dataFolder: await temporaryFolder(t),
    durable: false,
  });
  await migrate(postgres.connection);
  await using world = await openConsole({ databaseUrl: postgres.connection.connectionString });
  const owner = await world.signedIn('owner');
  const refusedWithinMs = async (ask: () => Promise<Page>): Promise<number> => {
    const askedAt = performance.now();
    const { status, headers, text } = await ask();
    assert.equal(status, 503, text);
    assert.ok(Number(headers['retry-after']) > 0, JSON.stringify(headers));
    return performance.now() - askedAt;
  };
  const overview = () => owner.ask('GET', '/overview');
  const processes = [postgres.pid, ...childrenOf(postgres.pid)];
  for (const pid of processes) process.kill(pid, 'SIGSTOP');
  try {
    // What is asked before anything is known waits for the database.
    await until(async () => (await refusedWithinMs(overview)) < atOnceMs);
    for (const ask of [() => owner.ask('POST', '/session/options'), () => owner.page('/')]) {
      assert.ok((await refusedWithinMs(ask)) < atOnceMs);
    }
  } finally {
    for (const pid of processes) process.kill(pid, 'SIGCONT');
  }
  await until(async () => (await overview()).status === 200);
});

export const breaks: readonly Break[] = [
  {
    rule: 'The console answers at once while the database hangs',
    file: 'src/http/session/console-gate.ts',
    replace: 'if (isDatabaseAway()) throw',
    by: 'if (Math.random() > 1) throw',
  },
];
