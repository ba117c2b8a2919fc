import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { createEventParser, readEvents } from '#client/events.ts';
import type { Break } from '#test/break.ts';

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
  { type: 'delta', data: 'one\ntwo\n three', id: '1.5' },
  { type: '', data: '', id: '1.5' },
  { type: '', data: '{"a": "b: c"}', id: '1.5' },
];

describe('The parser', () => {
  for (const [label, lineEnd] of [
    ['LF', '\n'],
    ['CRLF', '\r\n'],
    ['CR', '\r'],
  ] as const) {
    test(`reads lines that end in ${label} the same, wherever two pieces part`, () => {
      const whole = text.join(lineEnd);
      for (let cut = 0; cut <= whole.length; cut += 1) {
        const parse = createEventParser();
        const seen = [...parse(whole.slice(0, cut)), ...parse(whole.slice(cut))];
        assert.deepEqual(seen, expected, `cut at ${cut}`);
      }
    });
  }

  test('takes an id that holds NUL for none', () => {
    const parse = createEventParser();
    assert.deepEqual(parse('id: 1.1\n\nid: 2\0\ndata: x\n\n'), [{ type: '', data: 'x', id: '1.1' }]);
  });
});

describe('Reading a response', () => {
  test('a character that is cut in two bytes is read whole', async () => {
    const bytes = new TextEncoder().encode('data: ü\n\n');
    const parts = [...bytes].map((byte) => Uint8Array.of(byte));
    assert.deepEqual(await typesAndData(ReadableStream.from(parts)), ['ü']);
  });

  test('it ends with the last event of its answer, and is read on to its end', async () => {
    const { body, isRead, isCancelled, end } = openBody('event: done\ndata: {}\n\ndata: more\n\n');
    assert.deepEqual(await typesAndData(body), ['done {}']);
    await setImmediate();
    assert.deepEqual([isRead(), isCancelled()], [true, false]);
    end();
  });

  test('a reader that leaves before cancels it', async () => {
    const { body, isCancelled } = openBody('data: 1\n\ndata: 2\n\n');
    for await (const event of readEvents(new Response(body), limits)) {
      assert.equal(event.data, '1');
      break;
    }
    assert.equal(isCancelled(), true);
  });

  test('one that breaks or falls silent ends, and says why', { timeout: 5_000 }, async () => {
    const reasons: unknown[] = [];
    const broken = ReadableStream.from(
      (async function* () {
        yield new TextEncoder().encode('data: 1\n\n');
        throw new Error('reset');
      })(),
    );
    const onBreak = (reason: unknown) => reasons.push(reason);
    assert.deepEqual(await typesAndData(broken, { onBreak }), ['1']);
    assert.deepEqual(await typesAndData(openBody('data: 2\n\n').body, { onBreak, silenceMs: 20 }), ['2']);
    assert.match(String(reasons[0]), /reset/);
    assert.match(String(reasons[1]), /nothing came for 20 ms/);
  });
});

const limits = { silenceMs: 10_000, endingMs: 10_000, onBreak: () => undefined };

async function typesAndData(body: ReadableStream, own: Partial<Parameters<typeof readEvents>[1]> = {}) {
  const seen: string[] = [];
  for await (const { type, data } of readEvents(new Response(body), { ...limits, ...own })) {
    seen.push(`${type} ${data}`.trim());
  }
  return seen;
}

/** A response that stays open after its first text. */
function openBody(first: string) {
  let wasRead = false;
  let wasCancelled = false;
  const end = Promise.withResolvers<void>();
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      controller.enqueue(new TextEncoder().encode(first));
      void end.promise.then(() => controller.close());
    },
    pull() {
      wasRead = true;
    },
    cancel() {
      wasCancelled = true;
    },
  });
  return { body, isRead: () => wasRead, isCancelled: () => wasCancelled, end: end.resolve };
}

export const breaks: readonly Break[] = [
  {
    rule: 'A line of a stream waits for the rest of it',
    file: 'src/client/events.ts',
    replace: "rest = lines.pop() ?? '';",
    by: "rest = '';",
  },
  {
    rule: 'A comment in a stream is no event',
    file: 'src/client/events.ts',
    replace: 'if (data.length > 0) events.push(',
    by: 'events.push(',
  },
  {
    rule: 'A carriage return at the end of a piece may be half of a line break',
    file: 'src/client/events.ts',
    replace: '|\\r(?!$)/',
    by: '|\\r/',
  },
  {
    rule: 'A finished answer is read to the end of its response',
    file: 'src/client/events.ts',
    replace: 'if (isOver && limits.endingMs > 0) void readToEnd(reader, limits);\n    else release(reader);',
    by: 'release(reader);',
  },
  {
    rule: 'A response that its reader leaves is cancelled',
    file: 'src/client/events.ts',
    replace: '    else release(reader);',
    by: '',
  },
  {
    rule: 'A response that falls silent ends',
    file: 'src/client/events.ts',
    replace: '    release(reader);\n  }, silenceMs);',
    by: '  }, silenceMs);',
  },
];
