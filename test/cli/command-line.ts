import { rm } from 'node:fs/promises';
import { after, before } from 'node:test';
import type { TestDatabase } from '#test/database/test-database.ts';
import { makeFolder } from '#test/machine/make-folder.ts';
import { type Ran, runParley } from './run-parley.ts';

/** A database and a folder for the commands of one suite. Both exist once its first test runs. */
export interface CommandLine {
  readonly databaseUrl: string;
  readonly folder: string;
  /** Runs `parley` with the settings of this database and folder; `words` are separated by spaces. */
  parley(words: string, input?: string): Promise<Ran>;
}

export function useCommandLine(createDatabase: () => Promise<TestDatabase>): CommandLine {
  let database: TestDatabase;
  let folder: string;
  before(async () => {
    database = await createDatabase();
    folder = makeFolder('parley-cli-');
  });
  after(async () => {
    await database.drop();
    await rm(folder, { recursive: true });
  });
  return {
    get databaseUrl() {
      return database.url;
    },
    get folder() {
      return folder;
    },
    parley(words, input) {
      const env = { DATABASE_URL: database.url, PARLEY_SECRET: 's'.repeat(32), PARLEY_DATA_DIR: folder };
      return runParley(words.split(' '), { env, folder, ...(input === undefined ? {} : { input }) });
    },
  };
}
