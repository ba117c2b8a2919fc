import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findBrokenLinks } from '../../scripts/checks/links.ts';

test('a link to a document that is not there is found, web addresses and anchors are left alone', () => {
  const text = '[a](links.test.ts) [b](https://example.com/x) [c](#top) [d](gone.md#part)\n';
  assert.deepEqual(findBrokenLinks(import.meta.dirname, [{ path: 'a.md', text }]), [
    'a.md links to gone.md, which is gone',
  ]);
});
