import { after } from 'node:test';
import { sharedPostgresVariable, startTestPostgres, type TestPostgres } from './run-postgres.ts';

let own: Promise<TestPostgres> | undefined;

/** Address of the run's PostgreSQL. A file that runs alone starts one, and stops it at its end. */
export async function testPostgresUrl(): Promise<string> {
  const shared = process.env[sharedPostgresVariable];
  if (shared !== undefined) return shared;
  own ??= startTestPostgres();
  return (await own).url;
}

after(async () => {
  await (await own)?.[Symbol.asyncDispose]();
});
