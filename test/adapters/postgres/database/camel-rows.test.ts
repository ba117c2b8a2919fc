import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { camelRow, camelRows } from '#adapters/postgres/database/camel-rows.ts';
import type { Database } from '#adapters/postgres/database/database.ts';
import type { Break } from '#test/break.ts';
import { openPatientDatabase } from '#test/database/patient-database.ts';
import { createTestDatabase, type TestDatabase } from '#test/database/test-database.ts';

describe('rows by the names of the code', () => {
  let testDatabase: TestDatabase;
  let database: Database;
  before(async () => {
    testDatabase = await createTestDatabase();
    database = openPatientDatabase(testDatabase.url, 1);
  });
  after(async () => {
    await database[Symbol.asyncDispose]();
    await testDatabase.drop();
  });

  it('renames columns, and nothing inside of their values', async () => {
    const rows = await camelRows<object>(
      database,
      `select n as id, n is null as must_change_password, jsonb_build_object('deep_dive', n) as charged_on_day
       from generate_series(1, 2) n`,
    );
    assert.deepEqual(rows, [
      { id: 1, mustChangePassword: false, chargedOnDay: { deep_dive: 1 } },
      { id: 2, mustChangePassword: false, chargedOnDay: { deep_dive: 2 } },
    ]);
  });

  it('reads one row, or null', async () => {
    const text = 'select $1::int as last_place where $1 > 0';
    assert.deepEqual(await camelRow(database, text, [3]), { lastPlace: 3 });
    assert.equal(await camelRow(database, text, [0]), null);
  });
});

export const breaks: readonly Break[] = [
  {
    rule: 'Every underscore of a column is left out in the name of the code',
    file: 'src/adapters/postgres/database/camel-rows.ts',
    replace: '.replaceAll(/_(\\w)/g,',
    by: '.replace(/_(\\w)/,',
  },
];
