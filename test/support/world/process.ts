import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { makeFolder } from '../machine/make-folder.ts';
import { throughPooler } from '../poolers/through-pooler.ts';

/** The program as it is installed: the built one, unless a source is newer. */
export const installedProgram = fileURLToPath(new URL('../../../bin/parley.js', import.meta.url));

/** Longer than a service drains. */
const patienceMs = 60_000;
/** For what a test waits to be printed. */
const printedMs = 120_000;

export interface Exit {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

/** A program under test with everything that it printed. Disposing of it stops it and waits. */
export interface TestProcess extends AsyncDisposable {
  readonly pid: number;
  readonly exited: Promise<Exit>;
  stdout(): string;
  stderr(): string;
  kill(signal?: NodeJS.Signals): void;
  /** Resolves with the first match in what was or will be printed on either stream. */
  printed(pattern: RegExp): Promise<RegExpExecArray>;
}

export interface TestService extends TestProcess {
  readonly port: number;
  /** http://localhost:<port> */
  readonly origin: string;
  readonly dataFolder: string;
}

export interface StartOptions {
  /** Added to a bare environment: nothing of the test's own is passed on. */
  readonly env?: Readonly<Record<string, string>>;
  /** Default: a fresh one, removed at the end. */
  readonly dataFolder?: string;
  /** Default: this tree's. */
  readonly main?: string;
}

/** Starts `parley serve` on a free port and waits until it says that it is ready. */
export function startService(options: StartOptions = {}): Promise<TestService> {
  return onFreePort((port) => startServiceAt(port, options));
}

/** Starts a program that has to be given its port: again where another program has taken it meanwhile. */
export async function onFreePort<T>(start: (port: number) => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await start(await freePort());
    } catch (error) {
      if (tries === 3 || !/EADDRINUSE|address already in use/i.test(String(error))) throw error;
    }
  }
}

async function startServiceAt(port: number, options: StartOptions): Promise<TestService> {
  const folder = makeFolder('parley-service-');
  const dataFolder = options.dataFolder ?? join(folder, 'data');
  const program = options.main ?? installedProgram;
  const started = startProcess(process.execPath, [program, 'serve'], {
    cwd: folder,
    env: {
      PORT: String(port),
      HOST: '127.0.0.1',
      PARLEY_DATA_DIR: dataFolder,
      // No balancer waits for the stop of these, and an earlier release does not know the variable.
      ...(options.main === undefined && { PARLEY_SHUTDOWN_DELAY: '0' }),
      ...throughPooler(options.env ?? {}),
    },
  });
  const stop = async () => {
    await started[Symbol.asyncDispose]();
    await rm(folder, { recursive: true, force: true });
  };
  try {
    // The service that answers at the port might be another one.
    await started.printed(/Parley is ready/);
  } catch (error) {
    await stop();
    throw error;
  }
  return { ...started, port, origin: `http://localhost:${port}`, dataFolder, [Symbol.asyncDispose]: stop };
}

/** Runs an operator's command to its end. */
export async function runCommand(words: readonly string[], options: StartOptions = {}) {
  const folder = makeFolder('parley-command-');
  const dataFolder = options.dataFolder ?? join(folder, 'data');
  const command = startProcess(process.execPath, [options.main ?? installedProgram, ...words], {
    cwd: folder,
    env: { PARLEY_DATA_DIR: dataFolder, ...throughPooler(options.env ?? {}) },
  });
  const { code } = await command.exited;
  await rm(folder, { recursive: true, force: true });
  return { code, stdout: command.stdout(), stderr: command.stderr() };
}

export function startProcess(
  program: string,
  args: readonly string[],
  options: {
    readonly cwd?: string;
    readonly env?: Readonly<Record<string, string>>;
    readonly detached?: boolean;
    /** Called for each piece of output, as it arrives. */
    readonly onPiece?: (piece: string) => void;
  } = {},
): TestProcess {
  const { PATH = '', NODE_COMPILE_CACHE = '' } = process.env;
  const { onPiece = () => {}, ...spawned } = options;
  const child = spawn(program, args, {
    ...spawned,
    env: { PATH, ...(NODE_COMPILE_CACHE && { NODE_COMPILE_CACHE }), ...options.env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  child.stdout?.on('data', (piece: Buffer) => onPiece(piece.toString()));
  const stdout = collect(child, 'stdout');
  const stderr = collect(child, 'stderr');
  const exited = once(child, 'close').then(([code, signal]): Exit => ({ code, signal }));
  const kill = (signal?: NodeJS.Signals) => void child.kill(signal ?? 'SIGTERM');
  return {
    pid: child.pid ?? 0,
    exited,
    stdout,
    stderr,
    kill,
    printed: (pattern) => untilPrinted(child, pattern, () => stdout() + stderr()),
    async [Symbol.asyncDispose]() {
      kill();
      let isLate = false;
      const patience = setTimeout(() => {
        isLate = true;
        kill('SIGKILL');
      }, patienceMs);
      await exited;
      clearTimeout(patience);
      if (isLate) throw new Error(`It did not end by itself:\n${stdout()}${stderr()}`);
    },
  };
}

/** A port that no program listens on now. */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0));
    });
  });
}

function collect(child: ChildProcess, name: 'stdout' | 'stderr'): () => string {
  let text = '';
  child[name]?.setEncoding('utf8').on('data', (chunk: string) => {
    text += chunk;
  });
  return () => text;
}

function untilPrinted(child: ChildProcess, pattern: RegExp, all: () => string): Promise<RegExpExecArray> {
  return new Promise((resolve, reject) => {
    const look = () => {
      const match = pattern.exec(all());
      if (match !== null) {
        stop();
        resolve(match);
      }
      return match !== null;
    };
    const fail = (how: string) => look() || reject(new Error(`${how} ${pattern}:\n${all()}`));
    const onClose = () => fail('It ended without printing');
    const patience = setTimeout(() => fail(`Within ${printedMs / 1_000} s it did not print`), printedMs);
    patience.unref();
    // Or everything would be searched again with each line that is printed later.
    const stop = () => {
      clearTimeout(patience);
      for (const stream of [child.stdout, child.stderr]) stream?.off('data', look);
      child.off('close', onClose);
    };
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', look);
    child.once('close', onClose);
    look();
  });
}
