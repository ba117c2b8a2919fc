import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/** A change of the repository, as CONTRIBUTING.md describes it. */
export interface Addition {
  /** `replace` occurs exactly once in the file. */
  readonly changes: readonly { readonly file: string; readonly replace: string; readonly by: string }[];
  /** New files, by path. */
  readonly files: Readonly<Record<string, string>>;
  /** Files that a script writes afterwards. */
  readonly generated: readonly string[];
}

export async function applyAddition(root: string, { changes, files }: Addition): Promise<void> {
  for (const { file, replace, by } of changes) {
    const path = join(root, file);
    const parts = (await readFile(path, 'utf8')).split(replace);
    if (parts.length !== 2) throw new Error(`${replace} stands ${parts.length - 1} times in ${file}`);
    await writeFile(path, parts.join(by));
  }
  for (const [file, text] of Object.entries(files)) {
    const path = join(root, file);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, text);
  }
}

/** Every file that the addition touches, generated ones included. */
export function touchedFiles({ changes, files, generated }: Addition): readonly string[] {
  return [...new Set([...changes.map(({ file }) => file), ...Object.keys(files), ...generated])];
}
