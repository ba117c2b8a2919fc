import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { Database } from '#adapters/postgres/database/database.ts';
import { createTestDatabase } from '#test/database/test-database.ts';
import { runOnDatabase, runRate } from '../../bench/support/run-rate.ts';

describe('the programs of the bench', () => {
  for (const [program, counted] of [
    ['admissions', 'select count(*)::int as done from turns'],
    ['same-rows', 'select count(*)::int as done from ledger'],
    ['row-update', 'select used as done from hot_counter'],
    ['pg-boss-send', `select count(*)::int as done from pgboss.job where name = 'bench'`],
  ] as const)
    test(`${program} stores what it counts`, async () => {
      await using base = await createTestDatabase();
      await using database = new Database({ connectionString: base.url });
      const { perSecond } = await runRate(program, base.url, { requests: 20, concurrency: 4 });
      assert.ok(perSecond > 0);
      assert.deepEqual(await database.query(counted), [{ done: 20 }]);
    });

  test('paced-jobs runs every job to its end, beside a snapshot too', async () => {
    await using base = await createTestDatabase();
    await using database = new Database({ connectionString: base.url });
    const options = { seconds: 1, 'per-second': 20, windows: 2, hold: 1 };
    const windows = await runOnDatabase<readonly object[]>('paced-jobs', base.url, options);
    assert.equal(windows.length, 2);
    const ended = `select count(*)::int as done from turns where state = 'completed'`;
    assert.deepEqual(await database.query(ended), [{ done: 500 + 20 }]);
  });
});
