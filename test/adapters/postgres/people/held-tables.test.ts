import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { type HeldTable, heldTables, tablesOfClients } from '#adapters/postgres/people/held-tables.ts';
import type { Break } from '#test/break.ts';
import { openPatientDatabase } from '#test/database/patient-database.ts';
import { createTestDatabase, type TestDatabase } from '#test/database/test-database.ts';

interface Column {
  readonly table: string;
  readonly column: string;
  readonly type: string;
  /** Whether it holds anything of a person, by its comment. */
  readonly said: string | null;
  readonly about: string | null;
}

describe('the schema', () => {
  let stored: TestDatabase;
  let columns: readonly Column[];
  before(async () => {
    stored = await createTestDatabase();
    await using database = openPatientDatabase(stored.url, 1);
    columns = await database.query<Column>(columnsSql);
  });
  after(() => stored.drop());

  const tablesWhere = (condition: (column: Column) => boolean) => [
    ...new Set(columns.filter(condition).map(({ table }) => table)),
  ];

  it('says of every table what it holds and for how long', () => {
    assert.deepEqual(
      tablesWhere(({ about }) => about === null || !/^[^;]+; ./.test(about)),
      [],
      "Their migration adds: comment on table … is 'what it holds; for how long'",
    );
  });

  it('says of every column that could name a person whether it does', () => {
    const unsaid = columns.filter(
      ({ type, said }) => !countable.has(type) && said !== 'person' && said !== 'no person',
    );
    assert.deepEqual(
      unsaid.map(({ table, column }) => `${table}.${column}`),
      [],
      "Their migration adds: comment on column … is 'person', or 'no person'",
    );
  });

  it('names the columns of people in the tables that an erasure goes through, and in no others', () => {
    assert.deepEqual(
      heldTables.map(({ table }) => table).toSorted(),
      tablesWhere(({ said }) => said === 'person'),
    );
  });

  it('names no column of a person that an erasure leaves as it is', () => {
    const kept = heldTables.flatMap((held) => {
      const text = rewriteOf(held);
      return columns
        .filter(({ table, said }) => text !== null && table === held.table && said === 'person')
        .map(({ column }) => ({ column: `${held.table}.${column}`, isSet: text?.includes(`${column} = `) }));
    });
    assert.notEqual(kept.length, 0);
    assert.deepEqual(
      kept.filter(({ isSet }) => isSet !== true),
      [],
    );
  });

  it('knows which rows go with their client', () => {
    assert.deepEqual(
      [...tablesOfClients, 'erasures'].toSorted(),
      tablesWhere(
        ({ table, column }) => column === 'client_id' || (table === 'corpora' && column === 'owner'),
      ),
    );
  });
});

/** What the rows of a table become; null where they go. Those of `hosted_users` are the accounts of others. */
function rewriteOf({ table, erasure }: HeldTable): string | null {
  return erasure.kind === 'rewrite' && table !== 'hosted_users' ? erasure.set : null;
}

/** Types of which no value names a person. */
const countable = new Set([
  ...['int2', 'int4', 'int8', 'float4', 'float8', 'numeric', 'bool', 'date', 'timestamptz', 'interval'],
  ...['_int4', '_int8', '_float8', 'xid8'],
]);

/** The tables in which `migrate` keeps its own records are left out. */
const columnsSql = `
  select c.relname as table, a.attname as column, t.typname as type,
    col_description(c.oid, a.attnum) as said, obj_description(c.oid, 'pg_class') as about
  from pg_class c join pg_attribute a on a.attrelid = c.oid join pg_type t on t.oid = a.atttypid
  where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and a.attnum > 0 and not a.attisdropped
    and c.relname not in ('parley_migrations', 'parley_release')
  order by c.relname collate "C", a.attnum`;

export const breaks: readonly Break[] = [
  {
    rule: 'An erasure goes through every table with something of a person',
    file: 'src/adapters/postgres/people/held-tables.ts',
    replace: "  { table: 'response_requests', erasure: inTheirConversations },\n",
    by: '',
  },
  {
    rule: 'Every column that could name a person says whether it does',
    file: 'database/migrations/0033-comments.sql',
    replace: "('int2', 'int4',",
    by: "('text', 'int2', 'int4',",
  },
  {
    rule: 'Rows that an erasure keeps have no column of the person left',
    file: 'src/adapters/postgres/people/held-tables.ts',
    replace: "', idempotency_key = null, request_id",
    by: "', request_id",
  },
  {
    rule: 'An erased client takes every row of its own along',
    file: 'src/adapters/postgres/people/held-tables.ts',
    replace: "'turn_readers', 'lane_clients'],",
    by: "'turn_readers'],",
  },
];
