import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Paths use `/` and are relative to the root of the repository. */
export interface SourceFile {
  readonly path: string;
  readonly text: string;
}

/** Every file below `folder` whose name ends in one of `extensions`, sorted by path. */
export function readSourceFiles(
  root: string,
  folder: string,
  extensions: readonly string[],
): readonly SourceFile[] {
  return listFiles(root, folder)
    .filter((path) => extensions.some((extension) => path.endsWith(extension)))
    .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }));
}

function listFiles(root: string, folder: string): readonly string[] {
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1))
    .sort();
}
