import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import type { Json } from '#test/reading/json.ts';
import { installedProgram } from '#test/world/process.ts';

export interface Ran {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
  /** Standard output as the one JSON object that `--json` promises. */
  readonly json: () => Json;
}

export interface RunOptions {
  readonly env: Readonly<Record<string, string>>;
  readonly folder: string;
  readonly input?: string;
}

/** Runs `parley` as a shell would, in `folder`, without the test's own environment. */
export async function runParley(words: readonly string[], options: RunOptions): Promise<Ran> {
  const { PATH = '', NODE_COMPILE_CACHE = '' } = process.env;
  // As the first line of the program states.
  const child = spawn(process.execPath, ['--', installedProgram, ...words], {
    cwd: options.folder,
    env: { PATH, ...(NODE_COMPILE_CACHE && { NODE_COMPILE_CACHE }), ...options.env },
  });
  child.stdin.end(options.input ?? '');
  const [stdout, stderr, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close'),
  ]);
  return { code, stdout, stderr, json: () => JSON.parse(stdout) };
}
