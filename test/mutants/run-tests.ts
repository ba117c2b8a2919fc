import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sharedPostgresVariable } from '../support/database/run-postgres.ts';

export interface TestRun {
  /** Root of the copy to run in. */
  readonly root: string;
  readonly temporary: string;
  readonly postgresUrl: string;
  /** Stops the running tests. */
  readonly signal: AbortSignal;
}

/** Longer than any test file takes on a busy machine. */
const patienceMs = 10 * 60_000;

/** The title of the first test that fails, or null when all pass. It stops at the first failure. */
export async function findFailure(run: TestRun, files: readonly string[]): Promise<string | null> {
  const child = spawn(
    process.execPath,
    ['--test', '--test-concurrency=1', '--test-timeout=120000', '--test-reporter=tap', ...files],
    {
      cwd: run.root,
      detached: true,
      stdio: ['ignore', 'pipe', 'ignore'],
      env: { ...process.env, TMPDIR: run.temporary, [sharedPostgresVariable]: run.postgresUrl },
    },
  );
  const ended = once(child, 'close');
  const stop = () => signalGroup(child, 'SIGTERM');
  run.signal.addEventListener('abort', stop);
  const failure = await Promise.race([firstFailure(child), ended.then(() => null), lateAfter(child)]);
  await endGroup(child, ended);
  run.signal.removeEventListener('abort', stop);
  endForgottenPostgres(run.temporary);
  if (failure !== null) return failure;
  return child.exitCode === 0 ? null : `exit code ${child.exitCode ?? child.signalCode}`;
}

function firstFailure(child: ChildProcess): Promise<string> {
  return new Promise((resolve) => {
    let text = '';
    child.stdout?.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk;
      const [, title] = /^\s*not ok \d+ - (.*)\n/m.exec(text) ?? [];
      if (title !== undefined) resolve(title);
    });
  });
}

function lateAfter(child: ChildProcess): Promise<string> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve('the whole run took too long'), patienceMs);
    child.once('close', () => clearTimeout(timer));
  });
}

/** A test that is killed early leaves services behind, which are in its process group. */
async function endGroup(child: ChildProcess, ended: Promise<unknown>): Promise<void> {
  signalGroup(child, 'SIGTERM');
  const patience = setTimeout(() => signalGroup(child, 'SIGKILL'), 5_000);
  await ended;
  clearTimeout(patience);
  signalGroup(child, 'SIGKILL');
}

function signalGroup({ pid }: ChildProcess, signal: NodeJS.Signals): void {
  if (pid !== undefined) signalProcess(-pid, signal);
}

/** PostgreSQL is in a process group of its own. */
function endForgottenPostgres(temporary: string): void {
  for (const path of globSync('**/postmaster.pid', { cwd: temporary })) {
    const pid = Number(readFileSync(join(temporary, path), 'utf8').split('\n')[0]);
    if (pid > 0) signalProcess(pid, 'SIGQUIT');
  }
}

function signalProcess(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // It has ended already.
  }
}
