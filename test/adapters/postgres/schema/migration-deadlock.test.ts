import assert from 'node:assert/strict';
import { it } from 'node:test';
import pg from 'pg';
import { migrate } from '#adapters/postgres/schema/migrate.ts';
import type { Break } from '#test/break.ts';
import { emptyDatabase, folderOf } from '#test/database/schema-folder.ts';
import { until } from '#test/reading/until.ts';

it('a migration that PostgreSQL ends to resolve a deadlock is tried again', async (t) => {
  await using database = await emptyDatabase();
  const tables = { '0001-tables.sql': 'create table first (); create table second ();' };
  await migrate(database, await folderOf(t, tables));
  await using turn = await connect(database.connectionString);
  await using gate = await connect(database.connectionString);
  // The other side never ends itself, so that the migration has to.
  await turn.query("set deadlock_timeout = '1h'; begin; lock table second");
  await gate.query('select pg_advisory_lock(1)');
  const locks = 'lock table first; select pg_advisory_xact_lock(1); lock table second;';
  const migrating = migrate(database, await folderOf(t, { ...tables, '0002-locks.sql': locks }));
  const waiting = (mode: string) => async () => {
    const { rows } = await gate.query('select 1 from pg_locks where not granted and locktype = $1', [mode]);
    return rows.length > 0;
  };
  await until(waiting('advisory'));
  const locked = turn.query('lock table first; commit');
  await until(waiting('relation'));
  await gate.query('select pg_advisory_unlock(1)');
  await locked;
  assert.deepEqual(await migrating, ['0002-locks']);
});

async function connect(connectionString: string): Promise<pg.Client & AsyncDisposable> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  return Object.assign(client, { [Symbol.asyncDispose]: () => client.end() });
}

export const breaks: readonly Break[] = [
  {
    rule: 'A migration that loses a deadlock is tried again',
    file: 'src/adapters/postgres/schema/migration-lock.ts',
    replace: "new Set(['55P03', '40P01'])",
    by: "new Set(['55P03'])",
  },
];
