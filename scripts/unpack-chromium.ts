import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const archives = ['chromium.br', 'fonts.tar.br', 'swiftshader.tar.br', 'al2023.tar.br'];

/**
 * Unpacks the Chromium of `@sparticuz/chromium`, and the system libraries that a bare machine may lack, into a folder
 * of its own under node_modules, and returns that folder.
 *
 * The package unpacks in place in the system's temporary folder and takes a half-written file for a whole one; here a
 * finished folder appears by rename, so concurrent first uses are safe.
 */
export async function unpackChromium(): Promise<string> {
  const packageFolder = join(dirname(fileURLToPath(import.meta.resolve('@sparticuz/chromium'))), '..');
  const version = /"version": *"([^"]+)"/.exec(
    await readFile(join(packageFolder, 'package.json'), 'utf8'),
  )?.[1];
  const cache = join(import.meta.dirname, '..', 'node_modules', '.cache', 'parley');
  const folder = join(cache, `chromium-${version}`);
  if (existsSync(folder)) return folder;

  await mkdir(cache, { recursive: true });
  const unfinished = await mkdtemp(join(cache, 'unpacking-'));
  try {
    await inflate(
      archives.map((name) => join(packageFolder, 'bin', name)),
      unfinished,
    );
    await rename(unfinished, folder).catch((error: unknown) => {
      if (!existsSync(folder)) throw error;
    });
  } finally {
    await rm(unfinished, { recursive: true, force: true });
  }
  return folder;
}

/** In a process of its own, because the package takes its target from the environment. */
async function inflate(paths: readonly string[], target: string): Promise<void> {
  const program = `
    import { inflate } from '@sparticuz/chromium';
    await Promise.all(${JSON.stringify(paths)}.map((path) => inflate(path)));
  `;
  await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', program], {
    cwd: import.meta.dirname,
    env: { ...process.env, TMPDIR: target },
  });
}
