import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, test } from 'node:test';
import { findChangedMigrations } from '../../scripts/checks/released-migrations.ts';

const root = mkdtempSync(join(tmpdir(), 'parley-released-'));
after(() => rmSync(root, { recursive: true }));

function write(path: string, text: string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
}

test('a migration of a release neither changes nor goes', () => {
  const checksum = createHash('sha256').update('select 1;\n').digest('hex');
  const contents = { version: '1.0.0', migrations: { '0001-first': checksum, '0002-gone': checksum } };
  write('test/fixtures/releases/1.0.0/contents.json', JSON.stringify(contents));
  write('migrations/0001-first.sql', 'select 1;\r\n');
  write('migrations/0003-new.sql', 'select 3;\n');
  const gone = 'migrations/0002-gone.sql was released with 1.0.0: undo the change, and add a migration';
  assert.deepEqual(findChangedMigrations(root), [gone]);
  write('migrations/0001-first.sql', 'select 2;\n');
  const changed = 'migrations/0001-first.sql was released with 1.0.0: undo the change, and add a migration';
  assert.deepEqual(findChangedMigrations(root), [changed, gone]);
});
