import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const missing =
  'promtool is missing. On Debian: apt-get install prometheus, or mmdebstrap to unpack it aside';

/** The promtool that is installed, or that of Debian's package, unpacked once. */
export async function findPromtool(): Promise<string> {
  const root = join(homedir(), '.cache', 'parley', 'prometheus');
  const unpacked = join(root, 'usr/bin/promtool');
  for (const program of ['promtool', unpacked]) if (await works(program)) return program;
  await unpack(root);
  return unpacked;
}

async function works(program: string): Promise<boolean> {
  return run(program, ['--version']).then(
    () => true,
    () => false,
  );
}

async function unpack(root: string): Promise<void> {
  const draft = `${root}.${process.pid}`;
  await mkdir(dirname(root), { recursive: true });
  try {
    await run('mmdebstrap', ['--variant=extract', '--include=prometheus', 'stable', draft]);
    if (!existsSync(root)) await rename(draft, root);
  } catch (cause) {
    throw new Error(missing, { cause });
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
}
