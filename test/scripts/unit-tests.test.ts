import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findUnitTests } from '../../scripts/testing/unit-tests.ts';

test('unit tests are those whose support reaches no database, no socket and no process, and that measure no time', () => {
  const units = findUnitTests();
  const inside = ['test/core/turn/cursor.test.ts', 'test/scripts/file-size.test.ts', 'test/web/turn.test.ts'];
  const outside = [
    'test/flows/answers/stream.test.ts',
    'test/sdk/stream.test.ts',
    'test/browser/chat.test.ts',
  ];
  assert.deepEqual(
    [...inside, ...outside].filter((file) => units.includes(file)),
    inside,
  );
});
