import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Break } from '#test/break.ts';

export interface DeclaredBreak extends Break {
  /** The test file that declares it and must notice it. Path from the repository's root. */
  readonly test: string;
}

const root = join(import.meta.dirname, '../..');
const declaration = '\nexport const breaks: readonly Break[] = ';

/** The breaks of every test file. None of the files runs, so their declarations are cut out of their texts. */
export async function readBreaks(): Promise<readonly DeclaredBreak[]> {
  const files = globSync('test/**/*.test.ts', { cwd: root, exclude: ['**/node_modules/**'] }).sort();
  return (await Promise.all(files.map(readFile))).flat();
}

async function readFile(test: string): Promise<readonly DeclaredBreak[]> {
  const [, list] = readFileSync(join(root, test), 'utf8').split(declaration);
  if (list === undefined) return [];
  const source = `export const breaks = ${list}`;
  const { breaks }: Readonly<Record<string, unknown>> = await import(
    `data:text/javascript,${encodeURIComponent(source)}`
  );
  assert.ok(Array.isArray(breaks), `${test}: breaks is not a list`);
  return breaks.map((entry: unknown) => {
    assert.ok(isBreak(entry), `${test} declares something else than breaks`);
    return { ...entry, test };
  });
}

function isBreak(value: unknown): value is Break {
  if (typeof value !== 'object' || value === null) return false;
  const { rule, file, replace, by }: Readonly<Record<string, unknown>> = { ...value };
  return [rule, file, replace, by].every((text) => typeof text === 'string');
}
