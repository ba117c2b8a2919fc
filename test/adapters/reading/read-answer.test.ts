import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { AnswerReader } from '#adapters/reading/read-answer.ts';
import type { Break } from '#test/break.ts';

const chunk = { heading: 'A', body: 'Größe' };
const lines = (...values: unknown[]) => values.map((value) => `${JSON.stringify(value)}\n`).join('');

function read(output: string | Buffer, pieceLength = 7) {
  const bytes = Buffer.from(output);
  const reader = new AnswerReader();
  for (let at = 0; at < bytes.length; at += pieceLength) {
    if (!reader.add(bytes.subarray(at, at + pieceLength))) break;
  }
  return reader.answer;
}

describe('What the reading program prints', () => {
  it('is a title and chunks, in pieces of any length', () => {
    const output = lines({ title: null }, chunk, chunk, { chunks: 2 });
    for (const length of [1, 3, 1_000])
      assert.deepEqual(read(output, length), { title: null, chunks: [chunk, chunk] });
  });

  it('is a reason why there is no text', () => {
    assert.deepEqual(read(lines({ unreadable: 'no_text' })), { unreadable: 'no_text' });
    assert.deepEqual(read(lines({ unreadable: 'because' })), { unreadable: 'damaged' });
  });

  it('is nothing before its end', () => {
    assert.equal(read(''), null);
    assert.equal(read(lines({ title: 'A' }, chunk)), null);
    assert.equal(read(`${lines({ title: 'A' }, chunk)}{"chunks":1}`), null);
  });

  it('is damaged where it is anything else', () => {
    const wrong: readonly unknown[][] = [
      [{ title: 1 }],
      [chunk],
      [{ title: 'A' }, { chunks: 0 }],
      [{ title: 'A' }, chunk, { chunks: 2 }],
      [{ title: 'A' }, { heading: 'A', body: 1 }],
      [{ title: 'A' }, { heading: 'A', body: '' }],
      [{ title: 'A' }, { heading: 'A', body: 'a\0' }],
      [{ title: 'A' }, { heading: '\ud800', body: 'a' }],
      [null],
      [[]],
    ];
    for (const values of wrong)
      assert.deepEqual(read(lines(...values)), { unreadable: 'damaged' }, JSON.stringify(values));
    assert.deepEqual(read('Warning: odd\n'), { unreadable: 'damaged' });
  });

  it('is too long beyond 2,000 chunks, a megabyte of text or 8 MB', () => {
    const many = Array.from({ length: 2_001 }, () => chunk);
    assert.deepEqual(read(lines({ title: null }, ...many), 60_000), { unreadable: 'too_long' });
    const long = { heading: '', body: 'x'.repeat(2 ** 20 + 1) };
    assert.deepEqual(read(lines({ title: null }, long), 60_000), { unreadable: 'too_long' });
    assert.deepEqual(read(Buffer.alloc(2 ** 23 + 1, 'x'), 60_000), { unreadable: 'too_long' });
  });

  it('is never anything but chunks, a reason or nothing', () => {
    const piece = fc.oneof(
      fc.uint8Array({ maxLength: 40 }).map((bytes) => Buffer.from(bytes)),
      fc
        .constantFrom('{"title":"A"}\n', '{"heading":"","body":"x"}\n', '{"chunks":1}\n', '\n', '{')
        .map((text) => Buffer.from(text)),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
        const answer = read(Buffer.concat(pieces));
        assert.ok(answer === null || 'unreadable' in answer || answer.chunks.length > 0);
      }),
      { numRuns: 500 },
    );
  });
});

export const breaks: readonly Break[] = [
  {
    rule: 'An answer is complete with the number of its chunks',
    file: 'src/adapters/reading/read-answer.ts',
    replace: 'line.chunks === this.#chunks.length && line.chunks > 0',
    by: 'this.#chunks.length > 0',
  },
  {
    rule: 'The text of a document can be stored',
    file: 'src/adapters/reading/read-answer.ts',
    replace: "value.isWellFormed() && !value.includes('\\0')",
    by: "value !== '\\0'",
  },
  {
    rule: 'The reading program is read for 8 MB at most',
    file: 'src/adapters/reading/read-answer.ts',
    replace: 'this.#bytes > mostBytes',
    by: 'this.#bytes < 0',
  },
  {
    rule: 'The service counts the chunks and the text itself',
    file: 'src/adapters/reading/read-answer.ts',
    replace: 'this.#chunks.length > chunks || this.#textBytes > textBytes',
    by: 'this.#chunks.length > 10 * chunks',
  },
];
