import { globSync } from 'node:fs';
import { enableCompileCache } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/**
 * Loads every module of the service below the given folder, or of this repository. A constant that is read before its
 * declaration stops each process at its start, and neither its type nor a test of another module shows it.
 */
const root = process.argv[2] ?? join(import.meta.dirname, '..');
/** Programs, and what only a browser can load or the client package contains. */
const left =
  /^src\/(?:main\.ts$|adapters\/reading\/child\/read-document\.ts$|(?:web|launcher|sdk)\/)|\.d\.ts$/;

enableCompileCache();
const failures = new Set<unknown>();
for (const path of globSync('src/**/*.ts', { cwd: root }).sort()) {
  if (left.test(path)) continue;
  try {
    await import(pathToFileURL(join(root, path)).href);
  } catch (error) {
    // Whatever imports the module fails by the same error.
    if (!failures.has(error)) console.error(`${path}: ${error instanceof Error ? error.stack : error}`);
    failures.add(error);
  }
}
// A module may keep something open.
process.exit(failures.size > 0 ? 1 : 0);
