import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { admittedColumns } from '#adapters/postgres/admissions/admitted-rows.ts';
import type { Database } from '#adapters/postgres/database/database.ts';
import { rowsLiteral } from '#adapters/postgres/database/row-literal.ts';
import { finishColumns } from '#adapters/postgres/turns/turn-batches.ts';
import { openPatientDatabase } from '#test/database/patient-database.ts';
import { createTestDatabase, type TestDatabase } from '#test/database/test-database.ts';

describe('a batch as one value', () => {
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

  for (const [type, columns] of [
    ['turn_to_store', admittedColumns],
    ['finish', finishColumns],
  ] as const) {
    it(`has the columns of the type ${type}, in its order`, async () => {
      const rows = await database.query<{ attname: string }>(
        'select attname from pg_attribute where attrelid = $1::regclass and attnum > 0 order by attnum',
        [type],
      );
      assert.deepEqual(
        rows.map((row) => row.attname),
        columns,
      );
    });
  }

  it('keeps every text as it is, and apart from none', async () => {
    const texts = [
      '',
      null,
      'NULL',
      ' a ',
      '"',
      '\\',
      '\\"',
      ',',
      '(),{}',
      "'",
      '\n\t\r',
      'ü😀',
      '""\\\\""',
      '\\n',
    ];
    const rows = texts.map((text) => ({ key: text, counts: 1, kept: true }));
    await database.query('create type noted as (key text, counts integer, kept boolean)');
    const read = await database.query<{ key: string | null }>(
      'select key, counts, kept from unnest($1::noted[]) with ordinality x order by x.ordinality',
      [rowsLiteral(['key', 'counts', 'kept'], rows)],
    );
    assert.deepEqual(read, rows);
  });
});
