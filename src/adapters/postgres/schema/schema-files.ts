import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { StartFailure } from '#core/shared/start-failure.ts';
import { type Release, thisRelease } from './release.ts';

/** The folder of a release's schema: `migrations/` and, if there are any, `functions/`. */
export interface Schema {
  readonly folder: string;
  readonly release: Release;
}

/** The database of this installation. */
export const thisSchema: Schema = {
  folder: fileURLToPath(new URL('../../../../database', import.meta.url)),
  release: thisRelease,
};

export interface Migration {
  readonly version: number;
  readonly name: string;
  readonly sql: string;
  readonly checksum: string;
}

/** All function files, in the order of their numbers. */
export interface SchemaFunctions {
  readonly sql: string;
  readonly checksum: string;
}

/** The database's history and the migration files disagree. Nothing was changed. */
export class MigrationRefused extends StartFailure {
  override readonly name = 'MigrationRefused';
}

/** The files `migrations/NNNN-name.sql`, which count from 0001 without gaps. */
export async function readMigrations({
  folder,
}: Pick<Schema, 'folder'> = thisSchema): Promise<readonly Migration[]> {
  const migrations = join(folder, 'migrations');
  const names = (await readdir(migrations)).filter((name) => name.endsWith('.sql')).sort();
  return Promise.all(
    names.map(async (name, index) => {
      const number = String(index + 1).padStart(4, '0');
      if (!name.startsWith(`${number}-`)) {
        throw new MigrationRefused(`Expected a migration ${number}-….sql in ${migrations}, found ${name}`);
      }
      const sql = await readSql(join(migrations, name));
      return { version: index + 1, name: name.slice(0, -'.sql'.length), sql, checksum: checksumOf(sql) };
    }),
  );
}

/** The files `functions/N-name.sql`. */
export async function readFunctions({
  folder,
}: Pick<Schema, 'folder'> = thisSchema): Promise<SchemaFunctions> {
  const functions = join(folder, 'functions');
  const names = existsSync(functions)
    ? (await readdir(functions)).filter((name) => name.endsWith('.sql'))
    : [];
  names.sort((one, other) => Number.parseInt(one, 10) - Number.parseInt(other, 10));
  const sql = (await Promise.all(names.map((name) => readSql(join(functions, name))))).join('\n');
  return { sql, checksum: checksumOf(sql) };
}

async function readSql(path: string): Promise<string> {
  return (await readFile(path, 'utf8')).replaceAll('\r\n', '\n');
}

function checksumOf(sql: string): string {
  return createHash('sha256').update(sql).digest('hex');
}
