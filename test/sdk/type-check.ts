import { spawnSync } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeFolder } from '#test/machine/make-folder.ts';

export const repository = join(import.meta.dirname, '..', '..');

/** The compiler's messages about a project; empty when its types are right. */
export function findTypeErrors(project: object): string {
  const folder = makeFolder('parley-types-');
  try {
    const path = join(folder, 'tsconfig.json');
    writeFileSync(path, JSON.stringify(project));
    const compiler = join(repository, 'node_modules', '.bin', 'tsc');
    // Several checkers each check the types that they share.
    const words = ['--noEmit', '--checkers', '1', '-p', path];
    const { stdout, stderr } = spawnSync(compiler, words, { encoding: 'utf8' });
    return stdout + stderr;
  } finally {
    rmSync(folder, { recursive: true });
  }
}
