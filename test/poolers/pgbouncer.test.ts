import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { inspectPooling, PoolerRefused } from '#adapters/postgres/database/inspect-pooling.ts';
import { createTestDatabase, type TestDatabase } from '#test/database/test-database.ts';
import { installedPgBouncer, newerPgBouncer, type PgBouncer } from '#test/poolers/find-pgbouncer.ts';
import { type PoolerOptions, startPgBouncer } from '#test/poolers/start-pgbouncer.ts';
import { runCommand } from '#test/world/process.ts';

const ignoresParameters = {
  ignore_startup_parameters:
    'statement_timeout,lock_timeout,idle_in_transaction_session_timeout,options,extra_float_digits',
};

describe('Behind PgBouncer', () => {
  let old: PgBouncer;
  let current: PgBouncer;
  let database: TestDatabase;

  before(async () => {
    old = found(await installedPgBouncer());
    current = found(await newerPgBouncer());
    database = await createTestDatabase();
  });
  after(() => database.drop());

  test('a pooler that keeps prepared statements over transactions is served, with guards in each transaction', async () => {
    await using pooler = await start(current, { mode: 'transaction' });
    assert.equal(await inspectPooling(pooler.url), 'transaction');
  });

  test('a pooler that drops start-up parameters without a word is noticed by what is in force', async () => {
    await using pooler = await start(current, { mode: 'transaction', settings: ignoresParameters });
    assert.equal(await inspectPooling(pooler.url), 'transaction');
  });

  test('a pooler that loses prepared statements is refused with the line to write', async () => {
    for (const [program, settings] of [
      [old, {}],
      [old, ignoresParameters],
      [current, { max_prepared_statements: 0 }],
    ] as const) {
      await using pooler = await start(program, { mode: 'transaction', settings });
      await assert.rejects(inspectPooling(pooler.url), (error) => {
        assert.ok(error instanceof PoolerRefused);
        assert.match(error.message, /max_prepared_statements = 200 .* pool_mode = session/);
        return true;
      });
    }
  });

  test('a pooler in session mode is served, also an old one', async () => {
    await using pooler = await start(old, { mode: 'session' });
    assert.equal(await inspectPooling(pooler.url), 'transaction');
  });

  test('doctor says where the time limits are set', async () => {
    await using pooler = await start(current, { mode: 'transaction' });
    for (const [url, words] of [
      [database.url, /each connection/],
      [pooler.url, /each transaction/],
    ] as const) {
      const { stdout } = await runCommand(['doctor', '--json'], { env: environment(url) });
      const { checks } = JSON.parse(stdout) as { checks: { name: string; status: string; detail: string }[] };
      const limits = checks.find(({ name }) => name === 'time limits');
      assert.equal(limits?.status, 'pass');
      assert.match(limits.detail, words);
    }
  });

  test('the service does not start behind a pooler that loses prepared statements', async () => {
    await using pooler = await start(old, { mode: 'transaction' });
    const { code, stdout, stderr } = await runCommand(['serve'], { env: environment(pooler.url) });
    assert.equal(code, 1);
    assert.match(stdout + stderr, /max_prepared_statements = 200/);
  });

  async function start(program: PgBouncer, options: PoolerOptions) {
    const pooler = await startPgBouncer(program, database.url, options);
    return { url: pooler.through(database.url), [Symbol.asyncDispose]: () => pooler[Symbol.asyncDispose]() };
  }
});

function environment(databaseUrl: string) {
  return { DATABASE_URL: databaseUrl, PARLEY_SECRET: 's'.repeat(32) };
}

function found(pgbouncer: PgBouncer | null): PgBouncer {
  assert.ok(pgbouncer !== null, 'PgBouncer is missing: apt-get install pgbouncer mmdebstrap');
  return pgbouncer;
}
