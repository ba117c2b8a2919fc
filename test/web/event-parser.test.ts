import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Break } from '#test/break.ts';
import { createEventParser, type ServerEvent } from '../../src/web/shared/api/event-parser.ts';

const stream =
  ': still here\n\nid: 1.0\nevent: meta\ndata: {"a":1}\n\nid: 1.3\nevent: delta\ndata: one\ndata: two\n\nevent: done\r\ndata:x\r\n\r\n';
const expected = [
  { id: '1.0', type: 'meta', data: '{"a":1}' },
  { id: '1.3', type: 'delta', data: 'one\ntwo' },
  { id: '1.3', type: 'done', data: 'x' },
];

test('an event stream, cut in two at any character, gives the same events', () => {
  for (let at = 0; at <= stream.length; at += 1) {
    assert.deepEqual(parse([stream.slice(0, at), stream.slice(at)]), expected, `cut at ${at}`);
  }
});

test('an event whose blank line has not arrived is not given out', () => {
  assert.deepEqual(parse(['id: 1.0\nevent: delta\ndata: half\n']), []);
});

test('a comment is no event', () => {
  assert.deepEqual(parse([': still here\n\n']), []);
});

function parse(pieces: readonly string[]): ServerEvent[] {
  const events: ServerEvent[] = [];
  const feed = createEventParser((event) => events.push(event));
  for (const piece of pieces) feed(piece);
  return events;
}

export const breaks: readonly Break[] = [
  {
    rule: 'A page keeps a line of a stream until the rest of it arrives',
    file: 'src/web/shared/api/event-parser.ts',
    replace: "rest = lines.pop() ?? '';",
    by: "rest = '';",
  },
  {
    rule: 'A comment in a stream is no event of a page',
    file: 'src/web/shared/api/event-parser.ts',
    replace: "if (event.data !== '') onEvent(event);",
    by: 'onEvent(event);',
  },
];
