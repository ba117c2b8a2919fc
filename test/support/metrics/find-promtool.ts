import { execFile } from 'node:child_process';
import { globSync } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const missing = 'promtool is missing. On Debian: apt-get install prometheus';

/** The promtool that is installed, or else that of Debian's package, unpacked once beside the system. */
export async function findPromtool(): Promise<string> {
  const folder = join(homedir(), '.cache', 'parley');
  const root = join(folder, 'prometheus');
  const unpacked = join(root, 'usr/bin/promtool');
  for (const program of ['promtool', unpacked]) if (await works(program)) return program;
  const draft = join(folder, `prometheus.${process.pid}`);
  try {
    await unpack(draft);
    await rename(draft, root);
    return unpacked;
  } catch (cause) {
    throw new Error(missing, { cause });
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
}

async function works(program: string): Promise<boolean> {
  return run(program, ['--version']).then(
    () => true,
    () => false,
  );
}

async function unpack(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  await run('apt-get', ['download', 'prometheus'], { cwd: folder });
  const [archive] = globSync(join(folder, '*.deb'));
  if (archive === undefined) throw new Error('apt-get has downloaded nothing');
  await run('dpkg-deb', ['-x', archive, folder]);
}
