import { spawn } from 'node:child_process';
import { open, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { PostgresBinaries } from './embedded-binaries.ts';
import { postgresEnvironment } from './embedded-cluster.ts';
import { postgresFailure } from './embedded-failure.ts';
import {
  disownPostmasterFile,
  findPostmasterNow,
  isPostmasterAlive,
  type PostmasterFile,
  readPostmasterFile,
} from './embedded-postmaster-file.ts';
import { commandOf, type PostgresUser } from './embedded-user.ts';

const pollMs = 10;
const fastShutdownMs = 60_000;
const startAgainMs = 20_000;

export interface PostmasterStart {
  readonly cluster: string;
  readonly runFolder: string;
  readonly logFile: string;
  readonly user: PostgresUser;
  readonly binaries: PostgresBinaries;
  /** Called before every attempt, because another program may have taken a port that was free. */
  readonly arguments: () => Promise<readonly string[]>;
  /** Cancels a start that is in progress. */
  readonly signal?: AbortSignal;
}

/** The running postmaster of the cluster once it is ready, or null when it exits first. */
export async function adoptPostmaster(cluster: string, signal?: AbortSignal): Promise<PostmasterFile | null> {
  for (;;) {
    signal?.throwIfAborted();
    const file = await readPostmasterFile(cluster);
    if (file === null || !(await isPostmasterAlive(cluster, file))) return null;
    if (file.status === 'ready') return file;
    await delay(pollMs);
  }
}

/** Starts the postmaster, unless one is running, and waits until it is ready, including crash recovery. */
export async function startPostmaster(start: PostmasterStart): Promise<PostmasterFile> {
  const givesUpAt = Date.now() + startAgainMs;
  await rotateLog(start.logFile);
  for (;;) {
    // A postmaster that a killed holder was just starting may appear only now.
    const adopted = await adoptPostmaster(start.cluster, start.signal);
    if (adopted !== null) return adopted;
    await clearRemains(start);
    const logStart = await sizeOf(start.logFile);
    const ready = await launch(start);
    if (ready !== null) return ready;
    const said = (await readFile(start.logFile, 'utf8')).slice(logStart);
    if (!isPassing(said) || Date.now() > givesUpAt) {
      const place = { folder: start.cluster, logFile: start.logFile };
      throw await postgresFailure('PostgreSQL did not start', said, place);
    }
    await delay(10 * pollMs);
  }
}

/** Fast shutdown: sessions are ended, everything is written to disk, and the process exits. */
export async function stopPostmaster(cluster: string): Promise<void> {
  const file = await readPostmasterFile(cluster);
  if (file === null) return;
  const forcesAt = Date.now() + fastShutdownMs;
  let signal: NodeJS.Signals | null = 'SIGINT';
  while (await isPostmasterAlive(cluster, file)) {
    if (signal !== null) send(file.pid, signal);
    signal = Date.now() > forcesAt ? 'SIGQUIT' : null;
    await delay(pollMs);
  }
}

/** Asks for a fast shutdown without waiting for it. */
export function interruptPostmaster(cluster: string): void {
  const pid = findPostmasterNow(cluster);
  if (pid !== null) send(pid, 'SIGINT');
}

/** The postmaster's file once it is ready, or null when it exited first. */
async function launch({ cluster, logFile, user, binaries, ...start }: PostmasterStart) {
  const { program, args, identity } = commandOf(user, binaries.postgres, await start.arguments());
  await using log = await open(logFile, 'a', 0o600);
  // Detached: in a session of its own, Ctrl-C and signals to our process group reach it only through us.
  const child = spawn(program, args, {
    ...identity,
    cwd: cluster,
    env: postgresEnvironment(),
    detached: true,
    stdio: ['ignore', log.fd, log.fd],
  });
  const gone = new Promise<boolean>((resolve) => {
    child.once('error', () => resolve(true));
    child.once('exit', () => resolve(true));
  });
  child.unref();
  try {
    for (;;) {
      const file = await readPostmasterFile(cluster);
      if (file?.status === 'ready' && file.pid === child.pid) return file;
      if (await Promise.race([gone, delay(pollMs, false)])) return null;
      start.signal?.throwIfAborted();
    }
  } catch (error) {
    child.kill('SIGINT');
    // Nothing else may keep this process waiting.
    child.ref();
    await gone;
    throw error;
  }
}

/** Cleans up after a postmaster that was killed. */
async function clearRemains({ cluster, runFolder }: PostmasterStart): Promise<void> {
  const file = await readPostmasterFile(cluster);
  if (file !== null) {
    if (await isPostmasterAlive(cluster, file)) return;
    await disownPostmasterFile(cluster);
  }
  for (const entry of await readdir(runFolder)) await rm(join(runFolder, entry), { force: true });
}

/** Backends of a killed postmaster need a moment to exit, and another program may have taken the port meanwhile. */
function isPassing(said: string): boolean {
  return /shared memory block|could not bind|lock file .* already exists/.test(said);
}

function send(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // It exited between the check and the signal.
  }
}

async function rotateLog(logFile: string): Promise<void> {
  const largest = 10 * 2 ** 20;
  if ((await sizeOf(logFile)) > largest) await rename(logFile, `${logFile}.1`);
}

function sizeOf(path: string): Promise<number> {
  return stat(path).then(
    ({ size }) => size,
    () => 0,
  );
}
