import { rmSync } from 'node:fs';
import { makeFolder as makeEnterable } from '#test/machine/make-folder.ts';

const root = makeEnterable('parley-bench-');

/** A temporary folder that exists for the duration of this run. */
export function makeFolder(name: string): string {
  return makeEnterable(`${name}-`, root);
}

export function removeFolders(): void {
  rmSync(root, { recursive: true, force: true });
}
