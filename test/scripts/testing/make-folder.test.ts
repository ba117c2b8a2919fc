import assert from 'node:assert/strict';
import { rmSync, statSync } from 'node:fs';
import { basename } from 'node:path';
import { test } from 'node:test';
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
