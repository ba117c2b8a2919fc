import { after } from 'node:test';
import { shareTestPostgres, type TestPostgres } from './run-postgres.ts';

let own: Promise<TestPostgres> | undefined;

/** Address of the run's PostgreSQL. A file that runs alone starts one, and stops it at its end. */
export async function testPostgresUrl(): Promise<string> {
  own ??= shareTestPostgres();
  return (await own).url;
}

after(async () => {
  await (await own)?.[Symbol.asyncDispose]();
});
