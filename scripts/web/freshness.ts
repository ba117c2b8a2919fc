import { globSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** Everything that the built pages depend on. */
const sources = [
  'src/web/**/*',
  'src/contract/**/*.ts',
  'scripts/**/*.ts',
  'vite.config.ts',
  'package-lock.json',
];

/** Whether the pages have to be built: they do not exist yet, or a source is newer. */
export function isStale(root: string, manifest: string): boolean {
  const builtAt = statSync(manifest, { throwIfNoEntry: false })?.mtimeMs;
  if (builtAt === undefined) return true;
  return globSync([...sources], { cwd: root }).some((path) => statSync(join(root, path)).mtimeMs > builtAt);
}
