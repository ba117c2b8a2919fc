import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { findImports, readImportMap } from '../checks/imports.ts';
import { findTestFiles } from './test-files.ts';

const root = join(import.meta.dirname, '..', '..');

/** Imports through which a test, or the support that it imports, leaves the process. */
const outside: readonly string[] = [
  ...['child_process', 'dgram', 'http', 'http2', 'https', 'net', 'tls', 'worker_threads'].map(nodeModule),
  ...['pg', 'undici', 'playwright-core', 'smtp-server'],
  '#vendors/aimock.ts',
  '#adapters/postgres/database/database.ts',
  '#adapters/postgres/database/open-postgres.ts',
];

/**
 * The test files that need no database, no socket and no other process: neither they nor the support that they import
 * name one. What `src` imports does not count, since a test that has nothing to connect to connects to nothing. A file
 * that measures time is not among them: others in its process would change what it measures. Fault runs are long.
 */
export function findUnitTests(): readonly string[] {
  const staysInside = insideOf(readImportMap(readFileSync(join(root, 'package.json'), 'utf8')));
  return findTestFiles(['faults']).filter(staysInside);
}

function insideOf(map: ReturnType<typeof readImportMap>): (path: string) => boolean {
  const known = new Map<string, boolean>();
  return function staysInside(path): boolean {
    const found = known.get(path);
    if (found !== undefined) return found;
    // Files that import each other do not wait for each other's result.
    known.set(path, true);
    const file = { path, text: readFileSync(join(root, path), 'utf8') };
    const stays =
      !/\bfetch\(|\bperformance\.now\(/.test(file.text) &&
      findImports(file, map).every(
        ({ specifier, target }) =>
          !outside.includes(specifier) && (isOfSource(target) || staysInside(target)),
      );
    known.set(path, stays);
    return stays;
  };
}

function isOfSource(target: string | null): target is null {
  return target === null || !/^(?:test|scripts|bench)\/.*\.ts$/.test(target);
}

function nodeModule(name: string): string {
  return `node:${name}`;
}
