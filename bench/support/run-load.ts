import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { LoadProfile, LoadResult } from '../load/profile.ts';
import { plainEnvironment, ROOT } from './program.ts';

/** Runs the load generator to its end. Incomplete or wrong answers make the figures worthless. */
export async function runLoad(profile: LoadProfile): Promise<LoadResult> {
  await using load = startLoad(profile);
  return checked(await load.lastLine());
}

/** Keeps the streams of a `hold` open while `whileHeld` inspects the service. */
export async function holdLoad<T>(profile: LoadProfile, whileHeld: () => Promise<T>): Promise<T> {
  await using load = startLoad(profile);
  await load.firstLine();
  const seen = await whileHeld();
  load.release();
  checked(await load.lastLine());
  return seen;
}

function startLoad(profile: LoadProfile) {
  const child = spawn(process.execPath, [join(ROOT, 'bench/load/main.ts'), JSON.stringify(profile)], {
    env: plainEnvironment(),
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const lines: string[] = [];
  const reader = createInterface(child.stdout).on('line', (line) => lines.push(line));
  const closed = once(reader, 'close');
  const exited = once(child, 'exit');
  return {
    async firstLine() {
      if (lines.length === 0) await Promise.race([once(reader, 'line'), closed]);
    },
    async lastLine(): Promise<LoadResult> {
      await closed;
      return JSON.parse(lines.at(-1) ?? 'null');
    },
    release: () => child.stdin.end(),
    async [Symbol.asyncDispose]() {
      child.kill('SIGKILL');
      await exited;
    },
  };
}

function checked(result: LoadResult | null): LoadResult {
  if (result === null) throw new Error('the load generator ended without a result');
  const { failed, mismatched, completed, errors } = result;
  if (failed > 0 || mismatched > 0) {
    throw new Error(
      `${completed} right, ${mismatched} wrong text, ${failed} failed ${JSON.stringify(errors)}`,
    );
  }
  return result;
}
