import { chmod, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { makeFolder } from '../machine/make-folder.ts';
import { startProcess } from '../world/process.ts';

const root = join(import.meta.dirname, '..', '..', '..');

export interface CommandHost extends AsyncDisposable {
  /** Holds an `npx` that hands its words over; to be put first in PATH. */
  readonly folder: string;
}

/** The operator's commands without the start of npm and of Node for each of them, which takes longer than they do. */
export async function startCommandHost(): Promise<CommandHost> {
  const folder = makeFolder('parley-npx-');
  const socket = join(folder, 'socket');
  const npx = join(folder, 'npx');
  await writeFile(
    npx,
    `#!/bin/sh
{ env -0; printf '\\0'; printf '%s\\0' "$@"; } |
  exec curl -sS --fail-with-body --unix-socket '${socket}' --data-binary @- http://parley/\n`,
  );
  await chmod(npx, 0o755);
  const host = startProcess(process.execPath, [join(import.meta.dirname, 'run-commands.ts'), socket], {
    cwd: root,
  });
  await host.printed(/listening/);
  return {
    folder,
    async [Symbol.asyncDispose]() {
      await host[Symbol.asyncDispose]();
      await rm(folder, { recursive: true });
    },
  };
}
