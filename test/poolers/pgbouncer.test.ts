import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { Database } from '#adapters/postgres/database.ts';
import { guardsOf, missingGuards, readGuards } from '#adapters/postgres/guards.ts';
import { inspectPooling, PoolerRefused } from '#adapters/postgres/inspect-pooling.ts';
import { installedPgBouncer, newerPgBouncer, type PgBouncer } from '#test/poolers/find-pgbouncer.ts';
import { type PoolerOptions, startPgBouncer } from '#test/poolers/start-pgbouncer.ts';
import { createTestDatabase, type TestDatabase } from '#test/test-database.ts';

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
        assert(error instanceof PoolerRefused);
        assert.match(error.message, /max_prepared_statements = 200 .* pool_mode = session/);
        return true;
      });
    }
  });

  test('a pooler in session mode is served, also an old one', async () => {
    await using pooler = await start(old, { mode: 'session' });
    assert.equal(await inspectPooling(pooler.url), 'transaction');
  });

  test('every statement and every transaction runs under the guards', async () => {
    await using pooler = await start(current, { mode: 'transaction' });
    const limits = { statementTimeoutMs: 1_234, lockTimeoutMs: 567 };
    await using through = new Database({ connectionString: pooler.url, guards: 'transaction', ...limits });
    assert.deepEqual(missingGuards(guardsOf(limits), await through.query(readGuards)), []);
    await through.transaction(async (transaction) => {
      assert.deepEqual(missingGuards(guardsOf(limits), await transaction.query(readGuards)), []);
    });
    await assert.rejects(through.query('SELECT pg_sleep(30)'), { name: 'DatabaseUnavailable' });
    assert.equal((await through.query('SELECT 1')).length, 1);
  });

  test('what fails in a guarded statement leaves nothing behind, and its connection is used again', async () => {
    await using pooler = await start(current, { mode: 'transaction' });
    await using through = new Database({
      connectionString: pooler.url,
      guards: 'transaction',
      connections: 1,
    });
    await through.query('CREATE TABLE marks (value integer CHECK (value > 0))');
    await assert.rejects(through.query('INSERT INTO marks VALUES (1), ($1)', [-1]), { code: '23514' });
    await through.query('INSERT INTO marks VALUES ($1)', [2]);
    assert.deepEqual(await through.query('SELECT value FROM marks'), [{ value: 2 }]);
  });

  async function start(program: PgBouncer, options: PoolerOptions) {
    const pooler = await startPgBouncer(program, database.url, options);
    return { url: pooler.through(database.url), [Symbol.asyncDispose]: () => pooler[Symbol.asyncDispose]() };
  }
});

function found(pgbouncer: PgBouncer | null): PgBouncer {
  assert(pgbouncer !== null, 'PgBouncer is missing: apt-get install pgbouncer mmdebstrap');
  return pgbouncer;
}
