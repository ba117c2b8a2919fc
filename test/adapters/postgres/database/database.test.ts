import assert from 'node:assert/strict';
import { rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { after, before, describe, it } from 'node:test';
import { Database } from '#adapters/postgres/database/database.ts';
import { isLongWait } from '#adapters/postgres/database/database-errors.ts';
import { startEmbeddedPostgres } from '#adapters/postgres/embedded/embedded.ts';
import { DatabaseUnavailable } from '#core/errors.ts';
import { openPatientDatabase } from '#test/database/patient-database.ts';
import { createEmptyDatabase, type TestDatabase } from '#test/database/test-database.ts';
import { makeFolder } from '#test/machine/make-folder.ts';
import { until } from '#test/reading/until.ts';

let created: TestDatabase;
let database: Database;

before(async () => {
  created = await createEmptyDatabase();
  database = new Database({ connectionString: created.url });
  await database.query('CREATE TABLE notes (id int PRIMARY KEY, text text)');
});
after(async () => {
  await database[Symbol.asyncDispose]();
  await created.drop();
});

describe('a statement', () => {
  it('gives bigint as number, date as text, timestamptz as Date, jsonb parsed', async () => {
    const [row] = await database.query(
      `SELECT 9007199254740991::bigint AS big, ARRAY[1, NULL]::bigint[] AS bigs, '2026-02-03'::date AS day,
        ARRAY['2026-02-03']::date[] AS days, '2026-02-03T04:05:06.789Z'::timestamptz AS time, '{"a": [1]}'::jsonb AS json`,
    );
    assert.deepEqual(row, {
      big: 9007199254740991,
      bigs: [1, null],
      day: '2026-02-03',
      days: ['2026-02-03'],
      time: new Date('2026-02-03T04:05:06.789Z'),
      json: { a: [1] },
    });
  });

  it('fails rather than round a number', async () => {
    await assert.rejects(database.query('SELECT 9007199254740993::bigint'), RangeError);
    assert.deepEqual(await database.query('SELECT 1 AS one'), [{ one: 1 }]);
  });

  it('is prepared once per connection', async () => {
    await using single = new Database({ connectionString: created.url, connections: 1 });
    const text = 'SELECT $1::int AS n';
    for (const n of [1, 2]) assert.deepEqual(await single.query(text, [n]), [{ n }]);
    const prepared =
      'SELECT generic_plans + custom_plans AS runs FROM pg_prepared_statements WHERE statement = $1';
    assert.deepEqual(await single.query(prepared, [text]), [{ runs: 2 }]);
  });

  it('runs in UTC', async () => {
    assert.deepEqual(await database.query(`SELECT current_setting('TimeZone') AS zone`), [{ zone: 'UTC' }]);
  });

  it('is never compiled, whatever the server would do', async () => {
    const name = new URL(created.url).pathname.slice(1);
    await database.query(`ALTER DATABASE ${name} SET jit = on`);
    await using other = new Database({ connectionString: created.url });
    assert.deepEqual(await other.query(`SELECT current_setting('jit') AS jit`), [{ jit: 'off' }]);
  });

  it('that is wrong rejects with its SQLSTATE, and the connection is kept', async () => {
    await using single = new Database({ connectionString: created.url, connections: 1 });
    const [before] = await single.query('SELECT pg_backend_pid() AS pid');
    await assert.rejects(single.query('SELECT 1 / 0'), { code: '22012' });
    assert.deepEqual(await single.query('SELECT pg_backend_pid() AS pid'), [before]);
  });

  it('that takes too long is cut', async () => {
    await using hasty = new Database({ connectionString: created.url, statementTimeoutMs: 50 });
    await assert.rejects(hasty.query('SELECT pg_sleep(60)'), DatabaseUnavailable);
  });

  it('that waits too long for other statements is distinguished from an outage', async () => {
    const failures: unknown[] = [];
    const onUnavailable = (error: unknown) => failures.push(error);
    await using small = new Database({ connectionString: created.url, ...hasty, onUnavailable });
    await untilConnected(small);
    failures.length = 0;
    await small.transaction(async () => {
      await assert.rejects(small.query('SELECT 1'), DatabaseUnavailable);
    });
    assert.deepEqual(failures.map(isLongWait), [true]);
    assert.equal(isLongWait(new Error('Connection terminated')), false);
  });
});

describe('a transaction', () => {
  it('keeps everything or nothing', async () => {
    const added = await database.transaction(async (transaction) => {
      await transaction.query('INSERT INTO notes VALUES ($1, $2)', [1, 'kept']);
      return 'added';
    });
    assert.equal(added, 'added');
    const failure = new Error('changed my mind');
    await assert.rejects(
      database.transaction(async (transaction) => {
        await transaction.query('INSERT INTO notes VALUES ($1, $2)', [2, 'dropped']);
        throw failure;
      }),
      failure,
    );
    assert.deepEqual(await database.query('SELECT text FROM notes'), [{ text: 'kept' }]);
  });

  it('that waits too long for a lock is cut', async () => {
    await using hasty = new Database({ connectionString: created.url, lockTimeoutMs: 50 });
    await using patient = openPatientDatabase(created.url, 1);
    await patient.transaction(async (transaction) => {
      await transaction.query('LOCK TABLE notes');
      await assert.rejects(hasty.query('SELECT FROM notes'), DatabaseUnavailable);
    });
  });

  it('whose session was ended is unavailable, and the next one works', async () => {
    await assert.rejects(
      database.transaction(async (transaction) => {
        const [row] = await transaction.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
        await database.query('SELECT pg_terminate_backend($1)', [row?.pid]);
        await transaction.query('SELECT 1');
      }),
      DatabaseUnavailable,
    );
    await database.transaction((transaction) => transaction.query('SELECT 1'));
  });
});

describe('a database that is out of reach', () => {
  it('is unavailable when no server listens', async () => {
    await using nobody = new Database({ connectionString: 'postgres://parley@127.0.0.1:1/parley' });
    await assert.rejects(nobody.query('SELECT 1'), DatabaseUnavailable);
    await using nowhere = new Database({
      connectionString: 'postgres://parley@localhost/parley?host=%2Fno%2Fwhere',
    });
    await assert.rejects(nowhere.query('SELECT 1'), DatabaseUnavailable);
  });

  it('is unavailable when it takes the connection and says nothing', async () => {
    const server = createServer().listen(0, '127.0.0.1');
    const { port } = await new Promise<{ port: number }>((resolve) => {
      server.once('listening', () => resolve(Object.assign({ port: 0 }, server.address())));
    });
    await using silent = new Database({
      connectionString: `postgres://parley@127.0.0.1:${port}/parley`,
      connectTimeoutMs: 50,
    });
    await assert.rejects(silent.query('SELECT 1'), DatabaseUnavailable);
    server.close();
  });

  it('is unavailable when it has no connection left', async () => {
    await using busy = new Database({ connectionString: created.url, ...hasty });
    await untilConnected(busy);
    await busy.transaction(() => assert.rejects(busy.query('SELECT 1'), DatabaseUnavailable));
    await using limited = new Database({ connectionString: created.url });
    const [row] = await limited.query<{ name: string }>('SELECT current_database() AS name');
    const role = `limited_${row?.name}`;
    await limited.query(`CREATE ROLE ${role} LOGIN CONNECTION LIMIT 0`);
    const url = new URL(created.url);
    url.username = role;
    await using refused = new Database({ connectionString: url.href });
    await assert.rejects(refused.query('SELECT 1'), DatabaseUnavailable);
    await limited.query(`DROP ROLE ${role}`);
  });

  it('is used again as soon as it is back, by the same process', async (t) => {
    const dataFolder = makeFolder('parley-database-');
    t.after(() => rm(dataFolder, { recursive: true }));
    const first = await startEmbeddedPostgres({ dataFolder, durable: false });
    const { promise: noticed, resolve: onIdleError } = Promise.withResolvers<Error>();
    await using restarted = new Database({ ...first.connection, onIdleError });
    await restarted.query('SELECT 1');
    const underWay = assert.rejects(restarted.query('SELECT pg_sleep(60)'), DatabaseUnavailable);
    const idle = restarted.query('SELECT 1');
    await idle;
    await first[Symbol.asyncDispose]();
    await underWay;
    await noticed;
    await assert.rejects(restarted.query('SELECT 1'), DatabaseUnavailable);

    await using _second = await startEmbeddedPostgres({ dataFolder, durable: false });
    assert.deepEqual(await restarted.query('SELECT 1 AS one'), [{ one: 1 }]);
  });
});

/** A single connection, which is not waited for. */
const hasty = { connections: 1, connectTimeoutMs: 200 };

/** Opening the connection has the same limit, which a busy machine may exceed. */
async function untilConnected(database: Database): Promise<void> {
  await until(() =>
    database.query('SELECT 1').then(
      () => true,
      () => false,
    ),
  );
}
