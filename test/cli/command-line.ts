import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before } from 'node:test';
import type { TestDatabase } from '#test/database/test-database.ts';
import { makeFolder } from '#test/machine/make-folder.ts';
import { type Ran, runParley } from './run-parley.ts';

/** A database and a folder for the commands of one suite. Both exist once its first test runs. */
export interface CommandLine {
  readonly databaseUrl: string;
  readonly folder: string;
  /**
   * Runs `parley` with the settings of this database and folder; `words` are separated by spaces. Commands without
   * input share a process: starting one takes longer than most of them.
   */
  parley(words: string, input?: string): Promise<Ran>;
}

const hostProgram = join(import.meta.dirname, '../fixtures/programs/run-commands.ts');

export function useCommandLine(createDatabase: () => Promise<TestDatabase>): CommandLine {
  let database: TestDatabase;
  let folder: string;
  let env: Readonly<Record<string, string>>;
  let host: ChildProcess;
  let last: Promise<unknown> = Promise.resolve();
  before(async () => {
    database = await createDatabase();
    folder = makeFolder('parley-cli-');
    env = { DATABASE_URL: database.url, PARLEY_SECRET: 's'.repeat(32), PARLEY_DATA_DIR: folder };
    const { PATH = '', NODE_COMPILE_CACHE = '' } = process.env;
    host = fork(hostProgram, {
      cwd: folder,
      env: { PATH, ...(NODE_COMPILE_CACHE && { NODE_COMPILE_CACHE }), ...env },
    });
  });
  after(async () => {
    host.disconnect();
    await once(host, 'exit');
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
      if (input !== undefined) return runParley(words.split(' '), { env, folder, input });
      const ran = last.then(() => runIn(host, words.split(' ')));
      last = ran.catch(() => {});
      return ran;
    },
  };
}

function runIn(host: ChildProcess, words: readonly string[]): Promise<Ran> {
  return new Promise((resolve, reject) => {
    const onExit = (code: number | null) =>
      reject(new Error(`The process of the commands ended with ${code}`));
    host.once('exit', onExit);
    host.once('message', (printed: Omit<Ran, 'json'>) => {
      host.off('exit', onExit);
      resolve({ ...printed, json: () => JSON.parse(printed.stdout) });
    });
    host.send(words);
  });
}
