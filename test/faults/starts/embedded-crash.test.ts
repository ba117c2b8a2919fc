import assert from 'node:assert/strict';
import { it } from 'node:test';
import pg from 'pg';
import { startEmbeddedPostgres } from '#adapters/postgres/embedded/embedded.ts';
import type { Break } from '#test/break.ts';
import { query, quickOptions } from '#test/database/embedded-folders.ts';
import { isAlive } from '#test/machine/processes.ts';
import { until } from '#test/reading/until.ts';

it('a PostgreSQL of the tests that is stopped at once keeps all that it has committed', async (t) => {
  const options = await quickOptions(t);
  const first = await startEmbeddedPostgres(options);
  await query(first, 'CREATE TABLE kept (n integer)');
  const client = new pg.Client(first.connection);
  client.on('error', () => undefined);
  await client.connect();
  for (let n = 1; n <= 5; n += 1) await client.query('INSERT INTO kept VALUES ($1)', [n]);
  process.kill(first.pid, 'SIGQUIT');
  await until(async () => !isAlive(first.pid));
  await first[Symbol.asyncDispose]();
  await using second = await startEmbeddedPostgres(options);
  assert.deepEqual(await query(second, 'SELECT count(*)::int AS count FROM kept'), [{ count: 5 }]);
});

export const breaks: readonly Break[] = [
  {
    rule: 'A PostgreSQL of the tests that is stopped at once keeps what it has committed',
    file: 'src/adapters/postgres/embedded/embedded-settings.ts',
    replace: "full_page_writes: 'off', max_connections",
    by: "full_page_writes: 'off', synchronous_commit: 'off', max_connections",
  },
];
