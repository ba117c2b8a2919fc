import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { StartFailure } from '#core/shared/start-failure.ts';
import type { StartWatch } from '#core/shared/start-watch.ts';
import { Database, type DatabaseConnection, type Queryable, type Transaction } from './database.ts';
import { watchMigration, withMigrationLock } from './migration-lock.ts';

const migrationsFolder = fileURLToPath(new URL('../../../../migrations', import.meta.url));

/** A large table takes its time, and so does waiting for another process that migrates. */
const patience = { statementTimeoutMs: 24 * 3_600_000, lockTimeoutMs: 0 };

export interface Migration {
  readonly version: number;
  readonly name: string;
  readonly sql: string;
  readonly checksum: string;
}

interface AppliedMigration {
  readonly version: number;
  readonly name: string;
  readonly checksum: string;
}

/** The database's history and the files do not belong together. Nothing was changed. */
class MigrationRefused extends StartFailure {
  override readonly name = 'MigrationRefused';
}

/**
 * Brings the database up to the files of `folder`, each in a transaction of its own, and returns the names of
 * those that were missing. Processes that do this at the same time wait for each other.
 */
export async function migrate(
  connection: DatabaseConnection,
  folder = migrationsFolder,
  watch: StartWatch = {},
): Promise<readonly string[]> {
  const migrations = await readMigrations(folder);
  await using database = new Database({ ...connection, connections: 1, ...patience });
  const applied: string[] = [];
  for (;;) {
    const name = await withMigrationLock(database, watch, (transaction) =>
      applyNext(transaction, migrations, (started) => watchMigration(connection, started, watch)),
    );
    if (name === null) return applied;
    applied.push(name);
  }
}

/** The files `NNNN-name.sql` of `folder`, which count from 0001 without gaps. */
export async function readMigrations(folder = migrationsFolder): Promise<readonly Migration[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort();
  return Promise.all(
    names.map(async (name, index) => {
      const number = String(index + 1).padStart(4, '0');
      if (!name.startsWith(`${number}-`)) {
        throw new MigrationRefused(`Expected a migration ${number}-….sql in ${folder}, found ${name}`);
      }
      const sql = (await readFile(join(folder, name), 'utf8')).replaceAll('\r\n', '\n');
      const checksum = createHash('sha256').update(sql).digest('hex');
      return { version: index + 1, name: name.slice(0, -'.sql'.length), sql, checksum };
    }),
  );
}

type Watch = (started: { readonly name: string; readonly pid: number }) => Disposable;

/** Looks and acts under one lock, so that two processes never apply the same file. */
async function applyNext(
  transaction: Transaction,
  migrations: readonly Migration[],
  watch: Watch,
): Promise<string | null> {
  const history = await readHistory(transaction);
  refuseOtherHistory(history, migrations);
  const next = migrations[history.length];
  if (next === undefined) return null;
  await apply(transaction, next, watch);
  return next.name;
}

async function apply(
  transaction: Transaction,
  { version, name, sql, checksum }: Migration,
  watch: Watch,
): Promise<void> {
  const [session] = await transaction.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
  using _watched = watch({ name, pid: session?.pid ?? 0 });
  try {
    await transaction.script(sql);
  } catch (cause) {
    throw new Error(`The migration ${name} failed`, { cause });
  }
  await transaction.query(
    'INSERT INTO public.parley_migrations (version, name, checksum) VALUES ($1, $2, $3)',
    [version, name, checksum],
  );
}

async function readHistory(transaction: Transaction): Promise<readonly AppliedMigration[]> {
  if (!(await hasHistory(transaction))) {
    await transaction.script(`
      CREATE TABLE public.parley_migrations (
        version    integer PRIMARY KEY,
        name       text NOT NULL,
        checksum   text NOT NULL,
        applied_at timestamptz NOT NULL DEFAULT now()
      )`);
  }
  return transaction.query<AppliedMigration>(
    'SELECT version, name, checksum FROM public.parley_migrations ORDER BY version',
  );
}

async function hasHistory(queryable: Queryable): Promise<boolean> {
  const [row] = await queryable.query<{ exists: boolean }>(
    `SELECT to_regclass('public.parley_migrations') IS NOT NULL AS exists`,
  );
  return row?.exists === true;
}

function refuseOtherHistory(history: readonly AppliedMigration[], migrations: readonly Migration[]): void {
  for (const applied of history) {
    const file = migrations[applied.version - 1];
    if (file === undefined) {
      throw new MigrationRefused(
        `The database is newer than this version of Parley: it has the migration ${applied.name}. Update Parley.`,
      );
    }
    if (file.name !== applied.name || file.checksum !== applied.checksum) {
      throw new MigrationRefused(
        `The migration ${applied.name} was applied to this database, and the file ${file.name}.sql differs from ` +
          'it. Applied migrations must not be edited: add a new one.',
      );
    }
  }
}
