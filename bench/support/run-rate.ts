import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { plainEnvironment, ROOT } from './program.ts';
import type { Rate, SaturateOptions } from './saturate.ts';

const run = promisify(execFile);

/** Runs one of the programs that saturate a database to its end. */
export async function runRate(
  program: 'admissions' | 'pg-boss-send' | 'row-update' | 'same-rows',
  databaseUrl: string,
  { requests, concurrency, startAt = 0 }: SaturateOptions,
): Promise<Rate> {
  const flags = Object.entries({ requests, concurrency, 'start-at': startAt }).flatMap(([name, value]) => [
    `--${name}`,
    String(value),
  ]);
  const { stdout } = await run(process.execPath, [join(ROOT, `bench/programs/${program}.ts`), ...flags], {
    env: { ...plainEnvironment(), DATABASE_URL: databaseUrl },
  });
  return JSON.parse(stdout);
}

export function ratesOf(rates: readonly Rate[]): number[] {
  return rates.map(({ perSecond }) => perSecond);
}
