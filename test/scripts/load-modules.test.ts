import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { after, it } from 'node:test';
import type { Break } from '#test/break.ts';
import { makeFolder } from '#test/machine/make-folder.ts';

const root = makeFolder('parley-modules-');
after(() => rmSync(root, { recursive: true }));

it('the check names a module of the service that cannot be loaded, once, and leaves pages alone', () => {
  write('package.json', '{"type":"module"}');
  write('src/core/late.ts', 'export const twice: number = 2 * one;\nconst one: number = 1;\n');
  write('src/http/uses-late.ts', "export { twice } from '../core/late.ts';\n");
  write('src/web/page.ts', 'export const title: string = document.title;\n');
  write('src/main.ts', 'throw new Error();\n');
  const failed = load();
  assert.equal(failed.status, 1);
  assert.match(failed.stderr, /^src\/core\/late\.ts: ReferenceError: Cannot access 'one' before/);
  assert.doesNotMatch(failed.stderr, /uses-late|page\.ts|main\.ts/);
  write('src/core/late.ts', 'const one: number = 1;\nexport const twice: number = 2 * one;\n');
  assert.deepEqual([load().status, load().stderr], [0, '']);
});

function load() {
  const script = join(import.meta.dirname, '../../scripts/load-modules.ts');
  return spawnSync(process.execPath, [script, root], { encoding: 'utf8' });
}

function write(path: string, text: string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
}

export const breaks: readonly Break[] = [
  {
    rule: 'The check fails when a module of the service cannot be loaded',
    file: 'scripts/load-modules.ts',
    replace: 'failures.size > 0 ? 1 : 0',
    by: '0',
  },
];
