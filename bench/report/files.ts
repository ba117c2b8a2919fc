import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../support/program.ts';

export const FOLDER = join(ROOT, 'bench/results');

export function writeJson(path: string, value: object): void {
  mkdirSync(FOLDER, { recursive: true });
  writeFileSync(path, `${JSON.stringify(value, null, 2)}\n`);
}
