import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { Database } from '#adapters/postgres/database/database.ts';
import type { Release } from '#adapters/postgres/schema/release.ts';
import type { Schema } from '#adapters/postgres/schema/schema-files.ts';
import { makeFolder } from '../machine/make-folder.ts';
import { createEmptyDatabase } from './test-database.ts';

/** A database without tables. */
export async function emptyDatabase() {
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

const release = { version: '0.4.0', runsBeside: '0.3.0' };

/** A release's files: migrations, and functions where the name has no leading zeros. */
export async function folderOf(
  t: TestContext,
  files: Readonly<Record<string, string>>,
  of: Release = release,
): Promise<Schema> {
  const folder = makeFolder('parley-migrations-');
  t.after(() => rm(folder, { recursive: true }));
  for (const kind of ['migrations', 'functions']) await mkdir(join(folder, kind));
  for (const [name, sql] of Object.entries(files)) {
    await writeFile(join(folder, name.startsWith('0') ? 'migrations' : 'functions', name), sql);
  }
  return { folder, release: of };
}
