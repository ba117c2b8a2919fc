import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Database } from '#adapters/postgres/database/database.ts';
import { heldTables } from '#adapters/postgres/people/held-tables.ts';
import { tablesWithoutPeople } from '#adapters/postgres/people/tables-without-people.ts';
import type { Break } from '#test/break.ts';
import { openPatientDatabase } from '#test/database/patient-database.ts';
import { createTestDatabase, type TestDatabase } from '#test/database/test-database.ts';

const held = 'src/adapters/postgres/people/held-tables.ts';
const plain = 'src/adapters/postgres/people/tables-without-people.ts';

interface Registered {
  readonly file: string;
  readonly columns: readonly string[];
  readonly ofClient: boolean;
}

const registered: ReadonlyMap<string, Registered> = new Map<string, Registered>([
  ...heldTables.map(
    ({ table, people, others, ofClient }) =>
      [table, { file: held, columns: [...people, ...others], ofClient }] as const,
  ),
  ...tablesWithoutPeople.map(
    ({ table, columns, ofClient }) => [table, { file: plain, columns, ofClient }] as const,
  ),
]);

interface Column {
  readonly table: string;
  readonly column: string;
}

describe('the registry of what is stored about people', () => {
  let stored: TestDatabase;
  let database: Database;
  let telling: readonly Column[];
  let all: readonly Column[];
  before(async () => {
    stored = await createTestDatabase();
    database = openPatientDatabase(stored.url, 1);
    telling = await columnsWhere(
      database,
      `c.udt_name not in (${countable.map((name) => `'${name}'`).join(', ')})`,
    );
    all = await columnsWhere(database, 'true');
  });
  after(async () => {
    await database[Symbol.asyncDispose]();
    await stored.drop();
  });

  it('knows every table, and no other', () => {
    const tables = [...new Set(all.map(({ table }) => table))];
    const unknown = tables.filter((table) => !registered.has(table));
    assert.deepEqual(
      unknown,
      [],
      `Say what these tables hold about people: in ${held}, or, for nothing, in ${plain}`,
    );
    const gone = [...registered].filter(([table]) => !tables.includes(table));
    assert.deepEqual(
      gone.map(([table, { file }]) => `${table} in ${file}`),
      [],
      'There is no such table any more',
    );
  });

  it('says of every column that could name a person whether it does', () => {
    const missing = telling.filter(({ table, column }) => !registered.get(table)?.columns.includes(column));
    assert.deepEqual(
      missing.map(
        ({ table, column }) => `${table}.${column}: add it in ${registered.get(table)?.file ?? held}`,
      ),
      [],
    );
    const gone = [...registered].flatMap(([table, { columns, file }]) =>
      columns
        .filter((column) => !all.some((one) => one.table === table && one.column === column))
        .map((column) => `${table}.${column}: remove it from ${file}`),
    );
    assert.deepEqual(gone, []);
  });

  it('knows which rows go with their client', () => {
    for (const [table, { file, ofClient }] of registered) {
      const hasClient = all.some((one) => one.table === table && one.column === 'client_id');
      assert.equal(ofClient, hasClient, `${table}.client_id: correct ofClient in ${file}`);
    }
  });
});

/** Types of which no value names a person. */
const countable = [
  ...['int2', 'int4', 'int8', 'float4', 'float8', 'numeric', 'bool', 'date', 'timestamptz', 'interval'],
  ...['_int4', '_int8', '_float8', 'xid8'],
];

function columnsWhere(database: Database, condition: string): Promise<Column[]> {
  return database.query<Column>(
    `select c.table_name as table, c.column_name as column
     from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
     where c.table_schema = 'public' and t.table_type = 'BASE TABLE' and ${condition}
     order by c.table_name, c.ordinal_position`,
  );
}

export const breaks: readonly Break[] = [
  {
    rule: 'Every column that could name a person is registered',
    file: 'src/adapters/postgres/people/tables-with-texts.ts',
    replace: "people: ['content', 'rating', 'comment'],",
    by: "people: ['content', 'rating'],",
  },
];
