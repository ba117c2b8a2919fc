import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ServerEventParser } from '../../src/sdk/answer/server-events.ts';

const text = [
  ...[': a comment', 'id: 1.5', 'event: delta', 'data: one', 'data:two', 'data:  three', ''],
  ...[
    'data',
    '',
    'event: nothing',
    '',
    'retry: 10',
    'unknown: field',
    'data: {"a": "b: c"}',
    '',
    'data: cut',
  ],
];
const expected = [
  { name: 'delta', data: 'one\ntwo\n three', id: '1.5' },
  { name: 'message', data: '', id: '1.5' },
  { name: 'message', data: '{"a": "b: c"}', id: '1.5' },
];

for (const [label, lineEnd] of [
  ['LF', '\n'],
  ['CRLF', '\r\n'],
  ['CR', '\r'],
] as const) {
  test(`lines that end in ${label} are read the same, wherever two pieces part`, () => {
    const whole = text.join(lineEnd);
    for (let cut = 0; cut <= whole.length; cut += 1) {
      const parser = new ServerEventParser();
      const seen = [...parser.push(whole.slice(0, cut)), ...parser.push(whole.slice(cut))];
      assert.deepEqual(seen, expected, `cut at ${cut}`);
    }
  });
}

test('an id that holds NUL is no id', () => {
  const parser = new ServerEventParser();
  assert.deepEqual(parser.push('id: 1.1\n\nid: 2\0\ndata: x\n\n'), [
    { name: 'message', data: 'x', id: '1.1' },
  ]);
});
