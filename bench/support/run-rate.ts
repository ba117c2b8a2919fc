import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { plainEnvironment, ROOT } from './program.ts';
import type { Rate, SaturateOptions } from './saturate.ts';

const run = promisify(execFile);

/** Runs one of the programs that saturate a database to its end. */
export function runRate(
  program: 'admissions' | 'pg-boss-send' | 'row-update' | 'same-rows',
  databaseUrl: string,
  { requests, concurrency, startAt = 0 }: SaturateOptions,
): Promise<Rate> {
  return runOnDatabase(program, databaseUrl, { requests, concurrency, 'start-at': startAt });
}

/** Runs a program to its end and returns what it has printed. */
export async function runOnDatabase<T>(
  program: string,
  databaseUrl: string,
  options: Readonly<Record<string, number>>,
): Promise<T> {
  const flags = Object.entries(options).flatMap(([name, value]) => [`--${name}`, String(value)]);
  const { stdout } = await run(process.execPath, [join(ROOT, `bench/programs/${program}.ts`), ...flags], {
    env: { ...plainEnvironment(), DATABASE_URL: databaseUrl },
  });
  return JSON.parse(stdout);
}

export function ratesOf(rates: readonly Rate[]): number[] {
  return rates.map(({ perSecond }) => perSecond);
}
