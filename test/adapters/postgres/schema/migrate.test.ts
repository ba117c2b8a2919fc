import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import pg from 'pg';
import { migrate } from '#adapters/postgres/schema/migrate.ts';
import type { Break } from '#test/break.ts';
import { emptyDatabase, folderOf } from '#test/database/schema-folder.ts';
import { createTestDatabase } from '#test/database/test-database.ts';

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

  it('say which session a statement waits for, let others pass, and end when they are asked to stop', async (t) => {
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
    // Queues behind the migration, which gives up its place before this statement does.
    assert.deepEqual(await database.query('SELECT name FROM colours'), [{ name: 'red' }]);
    asked.abort();
    await assert.rejects(migrating);
    const again = migrate(database, slow);
    await other.query('COMMIT');
    assert.deepEqual(await again, ['0002-alter']);
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

describe('functions', () => {
  const shade = (text: string) => ({
    '1-shade.sql': `create or replace function shade() returns text language sql as $$ select '${text}' $$;`,
  });

  it('are applied after the migrations, and again when their text has changed', async (t) => {
    await using database = await emptyDatabase();
    const all = await folderOf(t, { ...first, ...shade('dark') });
    assert.deepEqual(await migrate(database, all), ['0001-colours', 'functions of 0.4.0']);
    assert.deepEqual(await migrate(database, all), []);
    const changed = await folderOf(t, { ...first, ...shade('light') });
    assert.deepEqual(await migrate(database, changed), ['functions of 0.4.0']);
    assert.deepEqual(await database.query('SELECT shade()'), [{ shade: 'light' }]);
  });

  it('are applied in the order of their numbers, all or none', async (t) => {
    await using database = await emptyDatabase();
    const files = {
      '10-b.sql': 'create or replace function b() returns text language sql as $$ select a() $$;',
      '9-a.sql': "create or replace function a() returns text language sql as $$ select 'a' $$;",
    };
    const broken = {
      ...files,
      '11-c.sql': 'create or replace function c() returns text language sql as $$ x $$;',
    };
    await assert.rejects(migrate(database, await folderOf(t, broken)), {
      message: 'The update of the functions failed',
    });
    assert.deepEqual(await database.query(`SELECT to_regproc('a') IS NULL AS gone`), [{ gone: true }]);
    await migrate(database, await folderOf(t, files));
    assert.deepEqual(await database.query('SELECT b()'), [{ b: 'a' }]);
  });

  it('stay those of the highest release, beside which the previous one starts', async (t) => {
    await using database = await emptyDatabase();
    const before = { version: '0.3.0', runsBeside: '0.2.0' };
    const old = await folderOf(t, { ...first, ...shade('old') }, before);
    await migrate(database, old);
    await migrate(database, await folderOf(t, { ...first, ...second, ...shade('new') }));
    assert.deepEqual(await migrate(database, old), []);
    assert.deepEqual(await database.query('SELECT shade()'), [{ shade: 'new' }]);
  });

  it('are refused, with the migrations, to a release two before the highest', async (t) => {
    await using database = await emptyDatabase();
    await migrate(database, await folderOf(t, { ...first, ...shade('new') }));
    const old = await folderOf(t, { ...first, ...shade('old') }, { version: '0.2.9', runsBeside: '0.1.0' });
    await assert.rejects(migrate(database, old), {
      name: 'MigrationRefused',
      message: /upgraded to Parley 0\.4\.0, and no version before 0\.3\.0 can run beside it; this is 0\.2\.9/,
    });
    assert.deepEqual(await database.query('SELECT shade()'), [{ shade: 'new' }]);
  });

  it('belong to a release that the database knows from its first migration on', async (t) => {
    await using database = await emptyDatabase();
    const before = { version: '0.3.0', runsBeside: '0.2.0' };
    const old = await folderOf(t, first, before);
    await migrate(database, old);
    const broken = await folderOf(t, { ...first, ...second, '0003-broken.sql': 'SELECT no_such_column' });
    await assert.rejects(migrate(database, broken));
    assert.deepEqual(await migrate(database, old), [], 'a process that starts in the middle of an upgrade');
  });
});

describe('test databases', () => {
  it('are copied from one template, by many at the same time', async () => {
    const created = await Promise.all(Array.from({ length: 4 }, createTestDatabase));
    assert.equal(new Set(created.map(({ url }) => url)).size, 4);
    await Promise.all(created.map((database) => database.drop()));
  });
});

export const breaks: readonly Break[] = [
  {
    rule: 'A migration that waits names the session that it waits for',
    file: 'src/adapters/postgres/schema/migration-lock.ts',
    replace: 'WHERE pid = ANY (pg_blocking_pids($1))',
    by: 'WHERE pid < 0 AND pid = ANY (pg_blocking_pids($1))',
  },
  {
    rule: 'A migration that waits for a lock lets others pass',
    file: 'src/adapters/postgres/schema/migrate.ts',
    replace: 'lockTimeoutMs: 2_000',
    by: 'lockTimeoutMs: 0',
  },
  {
    rule: 'A database knows its release from the first migration on',
    file: 'src/adapters/postgres/schema/migrate.ts',
    replace: `      await writeOwner(transaction, { ...release, functions: owner?.functions ?? null });
`,
    by: '',
  },
];
