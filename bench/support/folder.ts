import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const root = mkdtempSync(join(tmpdir(), 'parley-bench-'));

/** A temporary folder that exists for the duration of this run. */
export function makeFolder(name: string): string {
  return mkdtempSync(join(root, `${name}-`));
}

export function removeFolders(): void {
  rmSync(root, { recursive: true, force: true });
}
