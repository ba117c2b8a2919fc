import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { Database } from '#adapters/postgres/database/database.ts';
import { guardsOf, missingGuards, readGuards } from '#adapters/postgres/database/guards.ts';
import type { Break } from '#test/break.ts';
import { createEmptyDatabase, type TestDatabase } from '#test/database/test-database.ts';
import { until } from '#test/reading/until.ts';

describe('Guards of a connection', () => {
  const limits = { statementTimeoutMs: 34_567, lockTimeoutMs: 5_678 };
  let created: TestDatabase;

  before(async () => {
    created = await createEmptyDatabase();
  });
  after(() => created.drop());

  for (const guards of ['startup', 'transaction'] as const) {
    test(`set at ${guards}, they hold for every statement and every transaction`, async () => {
      await using database = new Database({ connectionString: created.url, guards, ...limits });
      assert.deepEqual(missingGuards(guardsOf(limits), await database.query(readGuards)), []);
      await database.transaction(async (transaction) => {
        assert.deepEqual(missingGuards(guardsOf(limits), await transaction.query(readGuards)), []);
      });
    });

    test(`set at ${guards}, they cut a statement, and the next one runs`, async () => {
      const connectionString = created.url;
      await using database = new Database({ connectionString, guards, statementTimeoutMs: 300 });
      await assert.rejects(database.query('SELECT pg_sleep(30)'), { name: 'DatabaseUnavailable' });
      // On a busy machine the limit may cut this one, too.
      await until(() => database.query('SELECT 1').catch(() => null));
    });
  }

  test('a guarded statement that fails leaves nothing behind, and its connection is used again', async () => {
    await using database = new Database({
      connectionString: created.url,
      guards: 'transaction',
      connections: 1,
    });
    await database.query('CREATE TABLE marks (value integer CHECK (value > 0))');
    await assert.rejects(database.query('INSERT INTO marks VALUES (1), ($1)', [-1]), { code: '23514' });
    await database.query('INSERT INTO marks VALUES ($1)', [2]);
    assert.deepEqual(await database.query('SELECT value FROM marks'), [{ value: 2 }]);
  });

  test('a setting that is not as it should be is named', () => {
    const rows = [
      { name: 'statement_timeout', setting: '0' },
      { name: 'lock_timeout', setting: '5000' },
      { name: 'jit', setting: 'off' },
      { name: 'TimeZone', setting: 'UTC' },
    ];
    assert.deepEqual(missingGuards(guardsOf({}), rows), [
      'statement_timeout',
      'idle_in_transaction_session_timeout',
    ]);
  });
});

export const breaks: readonly Break[] = [
  {
    rule: 'Behind a pooler every statement runs under time limits',
    file: 'src/adapters/postgres/database/guards.ts',
    replace: 'Object.entries(guards).map(([name, value]) => `set_config',
    by: 'Object.entries(guards).slice(1).map(([name, value]) => `set_config',
  },
  {
    rule: 'A direct connection carries its time limits as start-up parameters',
    file: 'src/adapters/postgres/database/guards.ts',
    replace: 'statement_timeout: guards.statement_timeout,',
    by: '',
  },
  {
    rule: 'What is in force is compared with what must be',
    file: 'src/adapters/postgres/database/guards.ts',
    replace: 'inForce.get(name) !== String(value)',
    by: "name === '' && inForce.get(name) !== String(value)",
  },
];
