import assert from 'node:assert/strict';
import { globSync } from 'node:fs';
import { basename, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Break } from './break.ts';

/** The name of the file in `breaks/` without its ending. */
export interface AreaBreak extends Break {
  readonly area: string;
}

/** Every break of every list that a file in `breaks/` exports. */
export async function readBreaks(): Promise<readonly AreaBreak[]> {
  const files = globSync(join(import.meta.dirname, 'breaks', '**', '*.ts')).sort();
  const areas = await Promise.all(files.map(readArea));
  return areas.flat();
}

async function readArea(path: string): Promise<readonly AreaBreak[]> {
  const area = basename(path, '.ts');
  const module: Readonly<Record<string, unknown>> = await import(pathToFileURL(path).href);
  return Object.values(module)
    .flat()
    .map((entry) => {
      assert.ok(isBreak(entry), `${path} exports something else than breaks`);
      return { ...entry, area };
    });
}

function isBreak(value: unknown): value is Break {
  if (typeof value !== 'object' || value === null) return false;
  const { rule, file, replace, by, tests }: Readonly<Record<string, unknown>> = { ...value };
  const isText = [rule, file, replace, by].every((text) => typeof text === 'string');
  return isText && Array.isArray(tests) && tests.length > 0;
}
