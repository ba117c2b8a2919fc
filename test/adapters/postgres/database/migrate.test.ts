import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import pg from 'pg';
import { Database } from '#adapters/postgres/database/database.ts';
import { migrate } from '#adapters/postgres/database/migrate.ts';
import { createEmptyDatabase, createTestDatabase } from '#test/database/test-database.ts';

const first = { '0001-colours.sql': "CREATE TABLE colours (name text); INSERT INTO colours VALUES ('red');" };
const second = { '0002-more.sql': "INSERT INTO colours VALUES ('blue');" };

describe('migrations', () => {
  it('run once each, in the order of their numbers', async (t) => {
    await using database = await emptyDatabase();
    assert.deepEqual(await migrate(database, await folderOf(t, first)), ['0001-colours']);
    const both = await folderOf(t, { ...second, ...first });
    assert.deepEqual(await migrate(database, both), ['0002-more']);
    assert.deepEqual(await migrate(database, both), []);
    assert.deepEqual(await database.query('SELECT name FROM colours'), [{ name: 'red' }, { name: 'blue' }]);
  });

  it('run once when several processes start at the same time', async (t) => {
    await using database = await emptyDatabase();
    const folder = await folderOf(t, { ...first, ...second });
    const applied = await Promise.all(Array.from({ length: 5 }, () => migrate(database, folder)));
    assert.deepEqual(applied.flat().sort(), ['0001-colours', '0002-more']);
    assert.deepEqual(await database.query('SELECT count(*) FROM colours'), [{ count: 2 }]);
  });

  it('leave nothing of a file that fails, and keep those before it', async (t) => {
    await using database = await emptyDatabase();
    const broken = {
      '0002-broken.sql': "INSERT INTO colours VALUES ('blue'); SELECT no_such_column FROM colours;",
    };
    await assert.rejects(migrate(database, await folderOf(t, { ...first, ...broken })), {
      message: 'The migration 0002-broken failed',
    });
    assert.deepEqual(await database.query('SELECT name FROM colours'), [{ name: 'red' }]);
    assert.deepEqual(await migrate(database, await folderOf(t, { ...first, ...second })), ['0002-more']);
  });

  it('say which session a statement waits for, and end when they are asked to stop', async (t) => {
    const database = await emptyDatabase();
    await migrate(database, await folderOf(t, first));
    const other = new pg.Client({
      connectionString: database.connectionString,
      application_name: 'an editor',
    });
    t.after(async () => {
      await other.end();
      await database[Symbol.asyncDispose]();
    });
    await other.connect();
    const { rows } = await other
      .query('BEGIN')
      .then(() => other.query('SELECT pg_backend_pid() AS pid FROM colours'));

    const asked = new AbortController();
    const said = Promise.withResolvers<string>();
    const slow = await folderOf(t, { ...first, '0002-alter.sql': 'ALTER TABLE colours ADD shade text' });
    const migrating = migrate(database, slow, { signal: asked.signal, onWait: said.resolve });
    migrating.catch(() => undefined);
    const waits = `The migration 0002-alter waits for session ${rows[0].pid} (an editor, idle in transaction)`;
    assert.equal(await said.promise, waits);
    asked.abort();
    await assert.rejects(migrating);
  });

  it('refuse a file that was edited after it ran', async (t) => {
    await using database = await emptyDatabase();
    await migrate(database, await folderOf(t, first));
    const edited = { '0001-colours.sql': 'CREATE TABLE colours (name text, shade text);', ...second };
    await assert.rejects(migrate(database, await folderOf(t, edited)), {
      name: 'MigrationRefused',
      message: /0001-colours was applied .* must not be edited/,
    });
    assert.deepEqual(await database.query('SELECT name FROM colours'), [{ name: 'red' }]);
  });

  it('take the same file with other line ends for the same', async (t) => {
    await using database = await emptyDatabase();
    await migrate(database, await folderOf(t, { '0001-a.sql': 'SELECT 1;\nSELECT 2;\n' }));
    assert.deepEqual(
      await migrate(database, await folderOf(t, { '0001-a.sql': 'SELECT 1;\r\nSELECT 2;\r\n' })),
      [],
    );
  });

  it('refuse a database that is newer than the code', async (t) => {
    await using database = await emptyDatabase();
    await migrate(database, await folderOf(t, { ...first, ...second }));
    await assert.rejects(migrate(database, await folderOf(t, first)), {
      name: 'MigrationRefused',
      message: /newer than this version of Parley: it has the migration 0002-more/,
    });
  });

  it('refuse files that do not count from 0001 without gaps', async (t) => {
    await using database = await emptyDatabase();
    await assert.rejects(
      migrate(database, await folderOf(t, { ...first, '0003-late.sql': '' })),
      /0002-….*0003-late/,
    );
    await assert.rejects(migrate(database, await folderOf(t, { ...first, '0001-twice.sql': '' })), /0002-…/);
  });

  it('of this repository are all in a test database', async () => {
    await using created = await createTestDatabase();
    assert.deepEqual(await migrate({ connectionString: created.url }), []);
  });
});

describe('test databases', () => {
  it('are copied from one template, by many at the same time', async () => {
    const created = await Promise.all(Array.from({ length: 4 }, createTestDatabase));
    assert.equal(new Set(created.map(({ url }) => url)).size, 4);
    await Promise.all(created.map((database) => database.drop()));
  });
});

async function emptyDatabase() {
  const created = await createEmptyDatabase();
  const database = new Database({ connectionString: created.url });
  return {
    connectionString: created.url,
    query: (text: string) => database.query(text),
    async [Symbol.asyncDispose]() {
      await database[Symbol.asyncDispose]();
      await created.drop();
    },
  };
}

async function folderOf(t: TestContext, files: Readonly<Record<string, string>>): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'parley-migrations-'));
  t.after(() => rm(folder, { recursive: true }));
  for (const [name, sql] of Object.entries(files)) await writeFile(join(folder, name), sql);
  return folder;
}
