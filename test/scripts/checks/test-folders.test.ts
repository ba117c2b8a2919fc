import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Break } from '#test/break.ts';
import { findOwnTestFolders } from '../../../scripts/checks/test-folders.ts';

test('only one helper of the tests makes temporary folders', () => {
  // Split, because this file is one of those that are searched.
  const text = `\nconst folder = await mk${'dtemp'}(join(tmpdir(), 'a-'));\n`;
  assert.deepEqual(findOwnTestFolders([{ path: 'test/core/a.test.ts', text }]), [
    'test/core/a.test.ts:2 makes a folder itself: take makeFolder of test/support/machine/make-folder.ts',
  ]);
  assert.equal(findOwnTestFolders([{ path: 'test/a.ts', text: text.replace('(', 'Sync(') }]).length, 1);
  assert.deepEqual(findOwnTestFolders([{ path: 'test/support/machine/make-folder.ts', text }]), []);
  assert.deepEqual(findOwnTestFolders([{ path: 'scripts/a.ts', text }]), []);
});

export const breaks: readonly Break[] = [
  {
    rule: 'Tests make temporary folders in one place',
    file: 'scripts/checks/test-folders.ts',
    replace: 'maker.test(line)',
    by: 'line === helper',
  },
];
