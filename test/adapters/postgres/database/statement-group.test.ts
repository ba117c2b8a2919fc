import assert from 'node:assert/strict';
import { after, afterEach, before, beforeEach, describe, it } from 'node:test';
import { Database } from '#adapters/postgres/database/database.ts';
import { DatabaseUnavailable } from '#core/errors.ts';
import type { Break } from '#test/break.ts';
import { createEmptyDatabase, type TestDatabase } from '#test/database/test-database.ts';

const one = { text: 'SELECT $1::int AS one', values: [1] };
const two = { text: 'SELECT $1::text AS two', values: ['two'] };

let created: TestDatabase;
before(async () => {
  created = await createEmptyDatabase();
  await using database = new Database({ connectionString: created.url });
  await database.query('CREATE TABLE notes (id int PRIMARY KEY, text text)');
});
after(() => created.drop());

describe('a group of statements', () => {
  let database: Database;
  beforeEach(async () => {
    database = new Database({ connectionString: created.url, connections: 1 });
    await database.query('DELETE FROM notes');
  });
  afterEach(() => database[Symbol.asyncDispose]());

  const insert = (id: number) => ({ text: 'INSERT INTO notes VALUES ($1, $2)', values: [id, `note ${id}`] });
  const stored = () => database.query('SELECT id FROM notes ORDER BY id');

  it('gives the rows of each, also of one that is in it twice', async () => {
    for (let run = 0; run < 2; run++) {
      const rows = await database.group([one, insert(run), { ...one, values: [7] }, two]);
      assert.deepEqual(rows, [[{ one: 1 }], [], [{ one: 7 }], [{ two: 'two' }]]);
    }
  });

  it('keeps everything or nothing, and names the error of the statement in the middle', async () => {
    await assert.rejects(database.group([insert(1), insert(1), one]), { code: '23505' });
    assert.deepEqual(await stored(), []);
    assert.deepEqual(await database.group([insert(1), one]), [[], [{ one: 1 }]]);
  });

  it('runs again when the connection has forgotten its statements', async () => {
    await database.group([one, insert(1)]);
    await database.query('DEALLOCATE ALL');
    assert.deepEqual(await database.group([one, insert(2), two]), [[{ one: 1 }], [], [{ two: 'two' }]]);
    assert.deepEqual(await stored(), [{ id: 1 }, { id: 2 }]);
  });

  it('runs again when what a statement answers has changed', async () => {
    const text = 'SELECT value FROM shapes';
    await database.group([
      { text: 'CREATE TABLE shapes (value int)' },
      { text: 'INSERT INTO shapes VALUES (1)' },
    ]);
    assert.deepEqual(await database.query(text), [{ value: 1 }]);
    await database.query('ALTER TABLE shapes ALTER value TYPE text');
    assert.deepEqual(await database.query(text), [{ value: '1' }]);
  });

  it('in which statements are forgotten does not begin again in the middle of a transaction', async () => {
    await database.query(one.text, one.values);
    const forgetful = database.transaction(async (transaction) => {
      await transaction.query(insert(1).text, insert(1).values);
      await transaction.query('DEALLOCATE ALL');
      await transaction.query(one.text, one.values);
    });
    await assert.rejects(forgetful, { code: '26000' });
    assert.deepEqual(await stored(), []);
    assert.deepEqual(await database.query(one.text, one.values), [{ one: 1 }]);
  });

  it('begins a transaction again whose first statements the connection has forgotten', async () => {
    await database.transaction((transaction) => transaction.query(one.text, one.values));
    await database.query('DEALLOCATE ALL');
    const rows = await database.transaction(async (transaction) => {
      await transaction.query(insert(1).text, insert(1).values);
      return transaction.query(one.text, one.values);
    });
    assert.deepEqual(rows, [{ one: 1 }]);
    assert.deepEqual(await stored(), [{ id: 1 }]);
  });

  it('whose connection is cut is unavailable, and the next one works', async () => {
    const cut = { text: 'SELECT pg_terminate_backend(pg_backend_pid())' };
    await assert.rejects(database.group([insert(1), cut, one]), DatabaseUnavailable);
    assert.deepEqual(await stored(), []);
  });

  it('carries every value as it is', async () => {
    const texts = ['', 'NULL', '"', '\\', '{,}', "'", '\n\t', 'ü😀', null];
    const time = new Date('2026-02-03T04:05:06.789Z');
    const [row] = await database.query(
      `SELECT $1::text[] AS texts, $2::int[] AS numbers, $3::timestamptz AS time, $4::bytea AS bytes,
        $5::jsonb AS json, $6::boolean AS yes, $7::text AS none, $8::text[][] AS nested, $9::bytea[] AS byte_list`,
      [
        texts,
        [1, null],
        time,
        Buffer.from([0, 255]),
        { a: ['"'] },
        true,
        null,
        [
          ['a', 'b'],
          ['{', '"'],
        ],
        [Buffer.from([0, 92])],
      ],
    );
    assert.deepEqual(row, {
      texts,
      numbers: [1, null],
      time,
      bytes: Buffer.from([0, 255]),
      json: { a: ['"'] },
      yes: true,
      none: null,
      nested: [
        ['a', 'b'],
        ['{', '"'],
      ],
      byte_list: [Buffer.from([0, 92])],
    });
  });

  it('refuses a NUL, and writes half a character as the sign for one', async () => {
    await assert.rejects(database.query(two.text, ['a\0b']), { code: '22021' });
    assert.deepEqual(await database.query(two.text, ['a\ud800b']), [{ two: 'a\ufffdb' }]);
  });

  it('with a value that cannot be written fails, and its connection is used again', async () => {
    const circular: Record<string, unknown> = {};
    circular['self'] = circular;
    await assert.rejects(database.group([one, { ...two, values: [circular] }]), TypeError);
    assert.deepEqual(await database.group([one, two]), [[{ one: 1 }], [{ two: 'two' }]]);
  });
});

describe('a transaction that is decided between two groups', () => {
  let database: Database;
  before(async () => {
    database = new Database({ connectionString: created.url, connections: 1 });
    await database.query('CREATE TABLE decisions (id int PRIMARY KEY)');
  });
  after(() => database[Symbol.asyncDispose]());

  const insert = (id: number) => ({ text: 'INSERT INTO decisions VALUES ($1) RETURNING id', values: [id] });
  const count = { text: 'SELECT count(*) FROM decisions' };

  it('gives what was decided, what was stored and what is read after the commit', async () => {
    const decided = await database.readDecideWrite([one, count], ([ones, counts]) => ({
      result: [ones, counts],
      store: [insert(1), insert(2)],
      afterCommit: [count],
    }));
    assert.deepEqual(decided, {
      result: [[{ one: 1 }], [{ count: 0 }]],
      stored: [[{ id: 1 }], [{ id: 2 }]],
      afterCommit: [[{ count: 2 }]],
    });
  });

  it('keeps nothing when what it stores is refused, or when it cannot decide', async () => {
    const store = [insert(3), insert(1)];
    const refused = database.readDecideWrite([one], () => ({ result: null, store, afterCommit: [] }));
    await assert.rejects(refused, { code: '23505' });
    const failure = new Error('undecided');
    const undecided = database.readDecideWrite([insert(4)], () => {
      throw failure;
    });
    await assert.rejects(undecided, failure);
    assert.deepEqual(await database.query(count.text), [{ count: 2 }]);
  });

  it('stores once although the statement after the commit was forgotten', async () => {
    const forget = { text: `SELECT set_config('search_path', 'public', true)` };
    await database.query(count.text);
    const [name] = await database.query<{ name: string }>(
      'SELECT name FROM pg_prepared_statements WHERE statement = $1',
      [count.text],
    );
    await database.query(`DEALLOCATE ${name?.name}`);
    const decided = await database.readDecideWrite([forget], () => ({
      result: null,
      store: [insert(5)],
      afterCommit: [count],
    }));
    assert.deepEqual(decided.afterCommit, [[{ count: 3 }]]);
  });
});

export const breaks: readonly Break[] = [
  {
    rule: 'A group whose statements the connection has forgotten runs again',
    file: 'src/adapters/postgres/database/run-statements.ts',
    replace: 'if (outcome.isOutdated && stoodAlone',
    by: 'if (outcome.isOutdated && !stoodAlone',
  },
  {
    rule: 'What was committed is not run again',
    file: 'src/adapters/postgres/database/run-statements.ts',
    replace: "if (!outcome.commands.includes('COMMIT')) completeRows(outcome);",
    by: 'completeRows(outcome);',
  },
];
