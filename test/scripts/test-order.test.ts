import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { test } from 'node:test';
import { inRunningOrder, longest } from '../../scripts/testing/test-order.ts';

test('a run begins with the longest files, and holds each of its files once', () => {
  assert.deepEqual(
    longest.filter((file) => !existsSync(file)),
    [],
  );
  const files = ['test/a.test.ts', 'test/b.test.ts', ...longest, 'test/c.test.ts'];
  const order = inRunningOrder(files);
  assert.deepEqual(order.slice(0, longest.length), longest);
  assert.deepEqual([...order].sort(), [...files].sort());
});
