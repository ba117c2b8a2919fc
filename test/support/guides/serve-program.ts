import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { until } from '../reading/until.ts';
import { freePort, startProcess, type TestProcess } from '../world/process.ts';
import type { Program } from './program.ts';

export interface ServedProgram extends TestProcess {
  /** http://localhost:<port> */
  readonly origin: string;
}

type Language = 'typescript' | 'python' | 'php';

/** Starts a program that listens at PORT, or that PHP serves there, and waits until it answers. */
export async function serveProgram(
  language: Language,
  { source, folder, env }: Program,
): Promise<ServedProgram> {
  const port = await freePort();
  const origin = `http://localhost:${port}`;
  const file = join(folder, `serve-${port}${endings[language]}`);
  await writeFile(file, source);
  const [program, ...words] = commandOf(language, file, port);
  const started = startProcess(program, words, { cwd: folder, env: { ...env, PORT: String(port) } });
  let hasEnded = false;
  void started.exited.then(() => {
    hasEnded = true;
  });
  try {
    await until(async () => {
      if (hasEnded) throw new Error(`It ended: ${started.stdout()}${started.stderr()}`);
      return (await fetch(origin).catch(() => null)) !== null;
    });
  } catch (error) {
    await started[Symbol.asyncDispose]();
    throw error;
  }
  return { ...started, origin };
}

const endings = { typescript: '.ts', python: '.py', php: '.php' } as const;

function commandOf(language: Language, file: string, port: number): [string, ...string[]] {
  switch (language) {
    case 'typescript':
      return [process.execPath, file];
    case 'python':
      return ['python3', file];
    case 'php':
      return ['php', '-S', `localhost:${port}`, file];
  }
}
