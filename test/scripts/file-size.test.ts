import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findLargeFiles } from '../../scripts/checks/file-size.ts';

test('a file of 250 lines passes, one more does not', () => {
  assert.deepEqual(findLargeFiles([{ path: 'a.ts', text: '\n'.repeat(250) }]), []);
  assert.equal(findLargeFiles([{ path: 'a.ts', text: '\n'.repeat(251) }]).length, 1);
});
