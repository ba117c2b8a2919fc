import assert from 'node:assert/strict';
import { rmSync, statSync } from 'node:fs';
import { basename } from 'node:path';
import { test } from 'node:test';
import type { Break } from '#test/break.ts';
import { makeFolder } from '#test/machine/make-folder.ts';

test('every user may enter the folders of tests, and only their owner may list them', () => {
  const folder = makeFolder('parley-entered-');
  try {
    assert.match(basename(folder), /^parley-entered-\w{6}$/);
    assert.equal(statSync(folder).mode & 0o777, 0o711);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

export const breaks: readonly Break[] = [
  {
    rule: 'Every user may pass through the folders of tests',
    file: 'test/support/machine/make-folder.ts',
    replace: `  chmodSync(folder, 0o711);
`,
    by: '',
  },
];
