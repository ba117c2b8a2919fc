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
export function openShell(shell: Shell): Interpreter {
  const strict = shell === 'dash' ? ['-eu'] : ['-eu', '-o', 'pipefail'];
  return ofProcesses(({ source }) => [shell, ...strict, '-c', source]);
}

export function openPhp(): Interpreter {
  return ofProcesses(async ({ source, folder }) => {
    // A program of PHP begins with a tag of its own, which `-r` does not take.
    const file = join(folder, 'block.php');
    await writeFile(file, source);
    return ['php', '-d', 'error_reporting=-1', '-d', 'display_errors=1', file];
  });
}

export function openPython(): Interpreter {
  // A version manager's `python3` is a script that takes longer than most of the blocks.
  const { stdout } = spawnSync('python3', ['-c', 'import sys; print(sys.executable)'], { encoding: 'utf8' });
  return new Resident(stdout.trim(), [join(import.meta.dirname, 'run_python.py')]);
}

export function openNode(): Interpreter {
  const host = new Resident(process.execPath, [join(import.meta.dirname, 'run-typescript.ts')]);
  let count = 0;
  return {
    async run(program, onPiece) {
      const file = join(program.folder, `block-${count++}.ts`);
      await writeFile(file, program.source);
      return await host.run({ ...program, source: file }, onPiece);
    },
    end: () => host.end(),
    [Symbol.asyncDispose]: () => host[Symbol.asyncDispose](),
  };
}

export function isInstalled(program: string): boolean {
  return spawnSync(program, ['--version']).status === 0 || spawnSync(program, ['-c', 'true']).status === 0;
}

function ofProcesses(
  commandOf: (program: Program) => readonly string[] | Promise<readonly string[]>,
): Interpreter {
  return {
    async run(program, onPiece = () => {}) {
      const [file = '', ...words] = await commandOf(program);
      await using run = startProcess(file, words, { cwd: program.folder, env: program.env, onPiece });
      const { code } = await run.exited;
      return { code, output: run.stdout() + run.stderr() };
    },
    end: async () => 0,
    async [Symbol.asyncDispose]() {},
  };
}
