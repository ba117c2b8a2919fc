import assert from 'node:assert/strict';
import { test } from 'node:test';
import pg from 'pg';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '#adapters/postgres/embedded/embedded.ts';
import { migrate } from '#adapters/postgres/schema/migrate.ts';
import { temporaryFolder } from '#test/database/embedded-folders.ts';
import { problemOf } from '#test/reading/answered.ts';
import { until } from '#test/reading/until.ts';
import { openApi } from '#test/world/api.ts';
import type { Partner } from '#test/world/partner.ts';

test('a database that takes no writes fails health with a key, and has one line when it begins and one when it ends', async (t) => {
  await using postgres = await startEmbeddedPostgres({
    dataFolder: await temporaryFolder(t),
    durable: false,
  });
  await migrate(postgres.connection);
  await using api = await openApi({ databaseUrl: postgres.connection.connectionString });
  const partner = await api.partner();
  assert.equal((await partner.get('/health')).status, 200);
  await setReadOnly(postgres, 'on');
  for (let tries = 0; tries < 3; tries++) problemOf(await partner.send(), 'unavailable');
  const failing = await untilHealth(partner, 503);
  assert.deepEqual([failing.ok, failing.checks.database], [false, 'fail']);
  await setReadOnly(postgres, 'off');
  await untilHealth(partner, 200);
  assert.equal((await partner.send()).status, 200);

  await api.serviceOf().printed(/"message":"The database is available again"/);
  const lines = api
    .serviceOf()
    .stdout()
    .split('\n')
    .filter((line) => line.startsWith('{'));
  const about = lines.map((line) => JSON.parse(line)).filter(({ message }) => /^The database/.test(message));
  assert.deepEqual(
    about.map(({ sqlstate }) => sqlstate),
    ['25006', undefined],
  );
  assert.match(about[0].reason, /read-only transaction/);
  const others = lines
    .filter((line) => !/The database|Server listening/.test(line))
    .map((line) => JSON.parse(line))
    .map(({ event, status, error }) => `${event} ${status} ${error}`);
  // Every request that answers 500 or above has its own line.
  assert.deepEqual(
    new Set(others),
    new Set(['request.failed 503 unavailable', 'request.failed 503 undefined']),
  );
});

/** Like a standby: reads still work. */
async function setReadOnly(postgres: EmbeddedPostgres, value: 'on' | 'off'): Promise<void> {
  const client = new pg.Client(postgres.connection);
  await client.connect();
  await client.query('set default_transaction_read_only = off');
  await client.query(`alter system set default_transaction_read_only = ${value}`);
  await client.query('select pg_reload_conf()');
  await client.end();
}

async function untilHealth(partner: Partner, status: number) {
  const answer = await until(async () => {
    const health = await partner.get('/health');
    return health.status === status && health;
  });
  return JSON.parse(answer.text);
}
