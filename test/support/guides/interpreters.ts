import { spawnSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { startProcess } from '../world/process.ts';
import type { Program, Ran } from './program.ts';
import { Resident } from './resident.ts';

/** Runs a text in one language; `onPiece` is called for each piece of output, as it arrives. */
export interface Interpreter extends AsyncDisposable {
  run(program: Program, onPiece?: (piece: string) => void): Promise<Ran>;
  /** Ends it, and returns the exit code once it has ended by itself. */
  end(): Promise<number | null>;
}

export const shells = ['bash', 'dash', 'zsh'] as const;

export type Shell = (typeof shells)[number];

/** A shell starts quickly, so each text gets one of its own. */
export function shellIn(cwd: string, shell: Shell): Interpreter {
  const strict = shell === 'dash' ? ['-eu'] : ['-eu', '-o', 'pipefail'];
  return ofProcesses(cwd, (source) => [shell, ...strict, '-c', source]);
}

/** A page of PHP begins with its own tag, which `-r` does not take. */
export function phpIn(cwd: string): Interpreter {
  const file = join(cwd, 'block.php');
  return ofProcesses(cwd, async (source) => {
    await writeFile(file, source);
    return ['php', '-d', 'error_reporting=-1', '-d', 'display_errors=1', file];
  });
}

export function pythonIn(cwd: string): Interpreter {
  // A version manager's `python3` is a script that takes longer than most of the blocks.
  const { stdout } = spawnSync('python3', ['-c', 'import sys; print(sys.executable)'], { encoding: 'utf8' });
  return new Resident(stdout.trim(), [join(import.meta.dirname, 'run_python.py')], cwd);
}

/** `folder` is a project that has the packages of the blocks. */
export function nodeIn(folder: string): Interpreter {
  const host = new Resident(process.execPath, [join(import.meta.dirname, 'run-typescript.ts')], folder);
  let count = 0;
  return {
    async run({ source, env }, onPiece) {
      const file = join(folder, `block-${count++}.ts`);
      await writeFile(file, source);
      return await host.run({ source: file, env }, onPiece);
    },
    end: () => host.end(),
    [Symbol.asyncDispose]: () => host[Symbol.asyncDispose](),
  };
}

export function isInstalled(program: string): boolean {
  return spawnSync(program, ['--version']).status === 0 || spawnSync(program, ['-c', 'true']).status === 0;
}

function ofProcesses(
  cwd: string,
  commandOf: (source: string) => readonly string[] | Promise<readonly string[]>,
): Interpreter {
  return {
    async run({ source, env }, onPiece = () => {}) {
      const [program = '', ...words] = await commandOf(source);
      await using run = startProcess(program, words, { cwd, env, onPiece });
      const { code } = await run.exited;
      return { code, output: run.stdout() + run.stderr() };
    },
    end: async () => 0,
    async [Symbol.asyncDispose]() {},
  };
}
