import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { after, test } from 'node:test';
import type { Break } from '#test/break.ts';
import { makeFolder } from '#test/machine/make-folder.ts';
import {
  findChangedMigrations,
  findMisnumberedMigrations,
  findWrongNeighbour,
} from '../../scripts/checks/released-migrations.ts';

const root = makeFolder('parley-released-');
after(() => rmSync(root, { recursive: true }));

function write(path: string, text: string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
}

test('a migration of a release neither changes nor goes', () => {
  const checksum = createHash('sha256').update('select 1;\n').digest('hex');
  const contents = { version: '1.0.0', migrations: { '0001-first': checksum, '0002-gone': checksum } };
  write('test/fixtures/releases/1.0.0/contents.json', JSON.stringify(contents));
  write('database/migrations/0001-first.sql', 'select 1;\r\n');
  write('database/migrations/0003-new.sql', 'select 3;\n');
  const gone =
    'database/migrations/0002-gone.sql was released with 1.0.0: undo the change, and add a migration';
  assert.deepEqual(findChangedMigrations(root), [gone]);
  write('database/migrations/0001-first.sql', 'select 2;\n');
  const changed =
    'database/migrations/0001-first.sql was released with 1.0.0: undo the change, and add a migration';
  assert.deepEqual(findChangedMigrations(root), [changed, gone]);
});

test('migrations count from 1, each number once', () => {
  const misnumbered = findMisnumberedMigrations(root);
  assert.deepEqual(misnumbered, ['database/migrations/0003-new.sql should begin with 0002']);
  write('database/migrations/0002-other.sql', 'select 1;\n');
  assert.deepEqual(findMisnumberedMigrations(root), []);
  write('database/migrations/0003-same.sql', 'select 1;\n');
  assert.deepEqual(findMisnumberedMigrations(root), [
    'database/migrations/0003-same.sql should begin with 0004',
  ]);
});

test('a release runs beside the latest one that is kept', () => {
  write('test/fixtures/releases/0.9.0/contents.json', JSON.stringify({ version: '0.9.0', migrations: {} }));
  write('package.json', JSON.stringify({ runsBeside: '1.0.0' }));
  assert.deepEqual(findWrongNeighbour(root), []);
  write('package.json', JSON.stringify({ runsBeside: '0.9.0' }));
  assert.deepEqual(findWrongNeighbour(root), [
    'package.json: runsBeside is 0.9.0, and the latest release that is kept is 1.0.0',
  ]);
});

export const breaks: readonly Break[] = [
  {
    rule: 'A migration that was released is neither changed nor removed',
    file: 'scripts/checks/released-migrations.ts',
    replace: '!== checksum)',
    by: '=== null)',
  },
  {
    rule: 'A release allows the one before it beside its own processes',
    file: 'scripts/checks/released-migrations.ts',
    replace: 'if (runsBeside === latest) return [];',
    by: 'return [];',
  },
];
