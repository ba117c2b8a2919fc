import { rm } from 'node:fs/promises';
import { startEmbeddedPostgres } from '#adapters/postgres/embedded/embedded.ts';
import { makeFolder } from '../machine/make-folder.ts';

/** Name of the variable through which a test run passes its PostgreSQL to the files. */
export const sharedPostgresVariable = 'PARLEY_TEST_POSTGRES';

export interface TestPostgres extends AsyncDisposable {
  readonly url: string;
}

/** That of the run which started this process, or else a fresh one. */
export async function shareTestPostgres(): Promise<TestPostgres> {
  const url = process.env[sharedPostgresVariable];
  return url === undefined ? startTestPostgres() : { url, async [Symbol.asyncDispose]() {} };
}

/** A fresh PostgreSQL in a folder of its own, as fast as it can be. */
export async function startTestPostgres(): Promise<TestPostgres> {
  const dataFolder = makeFolder('parley-test-');
  const postgres = await startEmbeddedPostgres({ dataFolder, durable: false });
  return {
    url: postgres.connection.connectionString,
    async [Symbol.asyncDispose]() {
      await postgres[Symbol.asyncDispose]();
      await rm(dataFolder, { recursive: true });
    },
  };
}
