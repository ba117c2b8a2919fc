import { globSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { defineConfig } from 'vite';
import { importWhole } from './scripts/web/import-whole.ts';
import { keepMarkedLexer } from './scripts/web/keep-marked-lexer.ts';

const root = import.meta.dirname;

/** One entry for each folder of `src/web` that has a `main.tsx`, under the folder's name. */
const entries = Object.fromEntries(
  globSync('src/web/*/main.tsx', { cwd: root }).map((path) => [basename(dirname(path)), join(root, path)]),
);

/** What every page with a script of some size needs at first: one file, because small ones compress badly. */
const base =
  /node_modules\/@?preact|vite\/preload-helper|src\/contract\/quota|src\/client\/(?:call|request)|src\/client\/routes\/chat-routes|src\/web\/shared\/(?:offline|components\/(?:icon-button|lazy|menu|meter|toast)|copy-text|dates|first-data|icons|import-whole|text\/(?:common-text|format|isolate|page-language)\.|theme)/;

/** What the first paint of the chat and its later parts share beside that: one file again. */
const reading = /src\/web\/shared\/(?:text\/(?:chat-text|later-text|text)\.|markdown\/(?:element|lexer)\.)/;

/** The pages run under `script-src 'self'; style-src 'self'`: every script and style is a file of its own. */
export default defineConfig({
  root,
  base: '/assets/',
  publicDir: false,
  plugins: [keepMarkedLexer(), importWhole()],
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  build: {
    outDir: join(root, 'dist/web'),
    emptyOutDir: true,
    assetsDir: '',
    assetsInlineLimit: 0,
    manifest: 'manifest.json',
    modulePreload: false,
    target: ['chrome123', 'firefox128', 'safari17.5'],
    reportCompressedSize: false,
    minify: 'terser',
    rolldownOptions: {
      // A notice in the middle of an installation, about nothing that its reader can change.
      checks: { bundlerTimings: false },
      input: entries,
      output: {
        entryFileNames: '[name]-[hash].js',
        chunkFileNames: '[name]-[hash].js',
        assetFileNames: '[name]-[hash][extname]',
        codeSplitting: {
          groups: [
            { name: 'base', test: base },
            { name: 'reading', test: reading },
            { name: 'download', test: /src\/web\/shared\/(?:csv|download)/ },
          ],
        },
      },
    },
  },
});
