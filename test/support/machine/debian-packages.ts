import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/**
 * The folder into which mmdebstrap has unpacked packages of a release of Debian, with what they depend on; once, under
 * this name. Null where it cannot, which it says.
 */
export async function unpackedPackages(
  name: string,
  release: string,
  packages: readonly string[],
): Promise<string | null> {
  const root = join(homedir(), '.cache', 'parley', name);
  if (existsSync(root)) return root;
  const draft = `${root}.${process.pid}`;
  await mkdir(dirname(root), { recursive: true });
  try {
    await run('mmdebstrap', ['--variant=extract', `--include=${packages.join(',')}`, release, draft]);
    await rename(draft, root);
    return root;
  } catch (error) {
    await rm(draft, { recursive: true, force: true });
    console.error(error instanceof Error ? error.message : String(error));
    return null;
  }
}
