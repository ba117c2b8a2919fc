import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeFolder } from './folder.ts';
import { untilListening } from './free-port.ts';

export const ROOT = join(import.meta.dirname, '..', '..');
const START_LIMIT_MS = 60_000;
const STOP_LIMIT_MS = 40_000;

export interface Program extends AsyncDisposable {
  readonly pid: number;
  /** Its output so far, for the message when something fails. */
  log(): string;
}

export interface ProgramOptions {
  readonly command?: string;
  readonly arguments: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
  /** The address at which it accepts connections once it has started. */
  readonly port?: number;
}

/** Starts a server of the bench and waits until it listens. It inherits nothing of our own environment. */
export async function startProgram(options: ProgramOptions): Promise<Program> {
  const logFile = join(makeFolder('log'), 'out.log');
  const child = spawn(options.command ?? process.execPath, options.arguments, {
    cwd: ROOT,
    env: { ...plainEnvironment(), ...options.environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const log = createWriteStream(logFile);
  child.stdout.pipe(log);
  child.stderr.pipe(log);
  await once(child, 'spawn');
  const { pid } = child;
  if (pid === undefined) throw new Error('no process');
  const program: Program = {
    pid,
    log: () => readFileSync(logFile, 'utf8').slice(-4000),
    [Symbol.asyncDispose]: () => stop(child),
  };
  if (options.port !== undefined) await untilStarted(child, options.port, program);
  return program;
}

export function plainEnvironment(): Record<string, string> {
  const { PATH = '', HOME = '', TMPDIR } = process.env;
  return { PATH, HOME, ...(TMPDIR === undefined ? {} : { TMPDIR }) };
}

async function untilStarted(child: ChildProcess, port: number, program: Program): Promise<void> {
  const ended = new AbortController();
  child.once('exit', () => ended.abort());
  try {
    await untilListening(port, AbortSignal.any([ended.signal, AbortSignal.timeout(START_LIMIT_MS)]));
  } catch (cause) {
    await stop(child);
    throw new Error(`${child.spawnargs.join(' ')} did not start:\n${program.log()}`, { cause });
  }
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, 'exit');
  child.kill('SIGTERM');
  const killer = setTimeout(() => child.kill('SIGKILL'), STOP_LIMIT_MS);
  await exited;
  clearTimeout(killer);
}
