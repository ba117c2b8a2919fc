import { globSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..', '..');

/** Every test file of this repository but those below the given folders of `test`, sorted. */
export function findTestFiles(without: readonly string[] = []): readonly string[] {
  // Packages of others bring tests along.
  const exclude = ['vendors', ...without].map((name) => `test/${name}/**`);
  return globSync('test/**/*.test.ts', { cwd: root, exclude }).sort();
}
