import type { Queryable, Transaction } from '../database/database.ts';
import type { Release } from './release.ts';
import type { Migration } from './schema-files.ts';

export interface AppliedMigration {
  readonly version: number;
  readonly name: string;
  readonly checksum: string;
}

/** The highest release that has changed this database, and the functions that it has applied. */
export interface SchemaOwner extends Release {
  /** Null until they are applied for the first time. */
  readonly functions: string | null;
}

export async function readHistory(database: Queryable): Promise<readonly AppliedMigration[]> {
  if (!(await exists(database, 'parley_migrations'))) return [];
  return database.query<AppliedMigration>(
    'SELECT version, name, checksum FROM public.parley_migrations ORDER BY version',
  );
}

/** Null for a database that only releases up to 0.2.0 have changed, or none. */
export async function readOwner(database: Queryable): Promise<SchemaOwner | null> {
  if (!(await exists(database, 'parley_release'))) return null;
  const [row] = await database.query<SchemaOwner>(
    'SELECT version, runs_beside AS "runsBeside", functions FROM public.parley_release',
  );
  return row ?? null;
}

export async function addToHistory(
  transaction: Transaction,
  { version, name, checksum }: Migration,
): Promise<void> {
  await transaction.script(`
    CREATE TABLE IF NOT EXISTS public.parley_migrations (
      version    integer PRIMARY KEY,
      name       text NOT NULL,
      checksum   text NOT NULL,
      applied_at timestamptz NOT NULL DEFAULT now()
    )`);
  await transaction.query(
    'INSERT INTO public.parley_migrations (version, name, checksum) VALUES ($1, $2, $3)',
    [version, name, checksum],
  );
}

/** Records the release that changes this database, unless a higher one was recorded before. */
export async function writeOwner(transaction: Transaction, owner: SchemaOwner): Promise<void> {
  await transaction.script(`
    CREATE TABLE IF NOT EXISTS public.parley_release (
      is_only     boolean PRIMARY KEY DEFAULT true CHECK (is_only),
      version     text NOT NULL,
      runs_beside text NOT NULL,
      functions   text,
      changed_at  timestamptz NOT NULL DEFAULT now()
    )`);
  await transaction.query(
    `INSERT INTO public.parley_release (version, runs_beside, functions) VALUES ($1, $2, $3)
     ON CONFLICT (is_only) DO UPDATE SET version = excluded.version, runs_beside = excluded.runs_beside,
       functions = excluded.functions, changed_at = now()`,
    [owner.version, owner.runsBeside, owner.functions],
  );
}

async function exists(database: Queryable, table: string): Promise<boolean> {
  const [row] = await database.query<{ exists: boolean }>('SELECT to_regclass($1) IS NOT NULL AS exists', [
    `public.${table}`,
  ]);
  return row?.exists === true;
}
