import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Break } from '#test/break.ts';
import { findUnitTests } from '../../scripts/testing/unit-tests.ts';

test('unit tests are those whose support reaches no database, no socket and no process, that measure no time, and that are no fault runs', () => {
  const units = findUnitTests();
  const inside = ['test/core/turn/cursor.test.ts', 'test/scripts/file-size.test.ts', 'test/web/turn.test.ts'];
  const outside = [
    'test/flows/answers/stream.test.ts',
    'test/sdk/stream.test.ts',
    'test/browser/chat.test.ts',
    'test/faults/fuzzed-citations.test.ts',
  ];
  assert.deepEqual(
    [...inside, ...outside].filter((file) => units.includes(file)),
    inside,
  );
});

export const breaks: readonly Break[] = [
  {
    rule: 'The long fault runs are no unit tests',
    file: 'scripts/testing/unit-tests.ts',
    replace: "findTestFiles(['faults'])",
    by: 'findTestFiles()',
  },
];
