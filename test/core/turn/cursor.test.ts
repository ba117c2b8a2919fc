import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatCursor, parseCursor, start } from '#core/turn/cursor.ts';
import type { Break } from '#test/break.ts';

test('a cursor comes back as the place that it was made of, and none is the beginning', () => {
  for (const cursor of [start, { attempt: 3, bytes: 12 }, { attempt: 999_999_999, bytes: 999_999_999_999 }]) {
    assert.deepEqual(parseCursor(formatCursor(cursor), '?after'), cursor);
  }
  assert.deepEqual(parseCursor(undefined, '?after'), start);
});

test('anything else is refused at its place', () => {
  const wrong = [
    '',
    '1',
    '1.',
    '.1',
    '-1.0',
    '1.-1',
    '1.0x',
    '1.0.0',
    '1.0 ',
    ' 1.0',
    '1,0',
    '1e3.0',
    '1.0\n',
  ];
  for (const text of [...wrong, `${'9'.repeat(10)}.0`, `0.${'9'.repeat(13)}`]) {
    assert.throws(
      () => parseCursor(text, '?after'),
      (error: Error) => JSON.stringify(error).includes('?after'),
      JSON.stringify(text),
    );
  }
});

export const breaks: readonly Break[] = [
  {
    rule: 'A cursor is an attempt and bytes, and nothing else',
    file: 'src/core/turn/cursor.ts',
    replace: 'const match = /^(\\d{1,9})\\.(\\d{1,12})$/.exec(text);',
    by: 'const match = /^(\\d{1,9})\\.(\\d{1,12})/.exec(text);',
  },
];
