import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { plainEnvironment, ROOT } from './program.ts';
import type { SaturateOptions } from './saturate.ts';

const run = promisify(execFile);

/** Runs one of the in-process comparators to its end and returns its rate per second. */
export async function runRate(
  program: 'admissions' | 'pg-boss-send' | 'row-update',
  databaseUrl: string,
  options: SaturateOptions,
): Promise<number> {
  const flags = ['--requests', String(options.requests), '--concurrency', String(options.concurrency)];
  const { stdout } = await run(process.execPath, [join(ROOT, `bench/programs/${program}.ts`), ...flags], {
    env: { ...plainEnvironment(), DATABASE_URL: databaseUrl },
  });
  const answer: { perSecond: number } = JSON.parse(stdout);
  return answer.perSecond;
}
