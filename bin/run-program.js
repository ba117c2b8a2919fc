import { enableCompileCache, flushCompileCache } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { chooseProgram } from './choose-program.js';
import { nameSources } from './name-sources.js';

const root = join(import.meta.dirname, '..');

/** Long after a start, so that writing the cache delays nothing. A command that ends before writes it then. */
const settledMs = 10_000;

// Where it cannot be written, as on a read-only disk, Node goes on without.
enableCompileCache(join(root, 'node_modules', '.cache', 'parley', 'compiled'));
setTimeout(flushCompileCache, settledMs).unref();
nameSources(join(root, 'dist', 'program'));
await import(pathToFileURL(chooseProgram(root)).href);
