import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build, type Plugin } from 'vite';

const root = join(import.meta.dirname, '..', '..');

/**
 * Writes the program, `src/main.ts`, into a new `folder` as a few files, and returns the path of the one to start. A run
 * starts hundreds of services and commands, and most of what each needs until it is ready is finding and linking the
 * 1,800 modules that it consists of.
 */
export async function bundleProgram(folder: string): Promise<string> {
  await build({
    configFile: false,
    root,
    logLevel: 'error',
    plugins: [keepAddresses],
    // The packages that consist of the most modules.
    ssr: { noExternal: ['typebox', 'jose', 'pg-boss'] },
    build: { ssr: 'src/main.ts', outDir: folder, target: 'esnext', minify: false, copyPublicDir: false },
  });
  // What is not bundled is found there.
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  return join(folder, 'main.js');
}

/** A module finds files of the repository by its own address, so it keeps the one of its source. */
const keepAddresses: Plugin = {
  name: 'keep-addresses',
  transform: (code, id) => code.replaceAll(/\bimport\.meta\.url\b/g, JSON.stringify(pathToFileURL(id).href)),
};
