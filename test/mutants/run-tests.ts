import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sharedPostgresVariable } from '../support/database/run-postgres.ts';

export interface TestRun {
  /** Root of the copy to run in. */
  readonly root: string;
  readonly temporary: string;
  /** Kept from one run to the next, since a break changes one file of a thousand. */
  readonly compileCache: string;
  readonly postgresUrl: string;
  /** Stops the running tests. */
  readonly signal: AbortSignal;
}

/** Longer than any test file takes on a busy machine. */
const patienceMs = 10 * 60_000;

export interface Failure {
  readonly title: string;
  /** The beginning of the error, on one line. */
  readonly error: string;
  /** False where a file could not be loaded or a hook failed, so that nothing was tried. */
  readonly isOfTest: boolean;
}

/** The first test that fails, or null when all pass. It stops at the first failure. */
export async function findFailure(run: TestRun, files: readonly string[]): Promise<Failure | null> {
  const child = spawn(
    process.execPath,
    ['--test', '--test-concurrency=1', '--test-timeout=120000', '--test-reporter=tap', ...files],
    {
      cwd: run.root,
      detached: true,
      stdio: ['ignore', 'pipe', 'ignore'],
      env: {
        ...process.env,
        TMPDIR: run.temporary,
        NODE_COMPILE_CACHE: run.compileCache,
        [sharedPostgresVariable]: run.postgresUrl,
      },
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
  return child.exitCode === 0 ? null : outsideOfTests(`exit code ${child.exitCode ?? child.signalCode}`);
}

/** What TAP prints of a test that failed. */
const failedTest = /^( *)not ok \d+ - (.*)\n\1 {2}---\n([\s\S]*?)\n\1 {2}\.\.\.$/m;

function firstFailure(child: ChildProcess): Promise<Failure> {
  return new Promise((resolve) => {
    let text = '';
    child.stdout?.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk;
      const [, , title, details] = failedTest.exec(text) ?? [];
      if (title !== undefined && details !== undefined) resolve(readFailure(title, details));
    });
  });
}

function readFailure(title: string, details: string): Failure {
  const [, error = ''] = /^ *error: ([\s\S]*?)(?:\n *(?:code|name|stack): |$(?![\s\S]))/m.exec(details) ?? [];
  const line = error.replace(/^\|-/, '').replace(/\s+/g, ' ').trim();
  const isOfTest = !/^ *exitCode: |^ *failureType: '(?:hookFailed|cancelledByParent)'/m.test(details);
  return { title, error: line.slice(0, 200), isOfTest };
}

function outsideOfTests(error: string): Failure {
  return { title: 'the whole run', error, isOfTest: false };
}

function lateAfter(child: ChildProcess): Promise<Failure> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(outsideOfTests('it took too long')), patienceMs);
    child.once('close', () => clearTimeout(timer));
  });
}

/** A test that is killed early leaves services behind, which are in its process group. */
async function endGroup(child: ChildProcess, ended: Promise<unknown>): Promise<void> {
  signalGroup(child, 'SIGTERM');
  const patience = setTimeout(() => signalGroup(child, 'SIGKILL'), 1_000);
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
