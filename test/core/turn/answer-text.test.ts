import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { AnswerText } from '#core/turn/answer-text.ts';
import type { Break } from '#test/break.ts';

const megabyte = 1024 * 1024;

/** Everything from a byte on, as a reader takes it: block by block. */
function readFrom(answer: AnswerText, after: number): string | null {
  let text = '';
  for (let place = after; ; ) {
    const range = answer.read(place);
    if (range === null) return null;
    if (range.text === '') return text;
    assert.ok(Buffer.byteLength(range.text) <= 64 * 1024, `${Buffer.byteLength(range.text)} bytes at once`);
    assert.equal(range.end - range.from, Buffer.byteLength(range.text));
    text += range.text;
    place = range.end;
  }
}

describe('the text of an answer', () => {
  it('is read from any byte as the whole characters from there on', () => {
    const delta = fc.oneof(
      fc.string({ unit: 'grapheme', maxLength: 40 }),
      fc
        .integer({ min: 1, max: 90_000 })
        .map((length) => 'ä€😀'.repeat(length).slice(0, length).toWellFormed()),
    );
    fc.assert(
      fc.property(
        fc.array(delta, { maxLength: 12 }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (deltas, share) => {
          const answer = new AnswerText();
          for (const text of deltas) answer.append(text.toWellFormed());
          const whole = Buffer.from(deltas.map((text) => text.toWellFormed()).join(''));
          let after = Math.floor(share * whole.length);
          const read = readFrom(answer, after);
          while (after < whole.length && ((whole[after] ?? 0) & 0xc0) === 0x80) after++;
          assert.equal(read, whole.subarray(after).toString());
        },
      ),
      { numRuns: 200, seed: 20_261_121 },
    );
  });

  it('leaves memory above a megabyte once it is stored, the oldest first', () => {
    const answer = new AnswerText();
    for (let count = 0; count < 8 * 64; count++) answer.append('x'.repeat(16 * 1024));
    assert.equal(answer.firstByte, 0);
    const [first] = answer.unstored(1);
    assert.ok(first);
    assert.equal(first.from, 0);
    answer.stored(first.end);
    assert.equal(answer.firstByte, first.end);
    assert.equal(answer.read(0), null);
    answer.stored(8 * megabyte);
    assert.ok(answer.firstByte >= 7 * megabyte && answer.firstByte <= 7 * megabyte + 64 * 1024);
    assert.equal(readFrom(answer, answer.firstByte)?.length, 8 * megabyte - answer.firstByte);
  });

  it('stays whole while it is short, and while nothing of it is stored', () => {
    const answer = new AnswerText();
    answer.append('x'.repeat(3 * megabyte));
    assert.equal(readFrom(answer, 0)?.length, 3 * megabyte);
    const short = new AnswerText();
    short.append('short');
    short.stored(5);
    assert.deepEqual([readFrom(short, 0), short.rest()], ['short', { text: 'short', from: 0, end: 5 }]);
  });

  it('ends with what is not stored yet, where its beginning has left memory', () => {
    const answer = new AnswerText();
    answer.append('a'.repeat(2 * megabyte));
    const stored = answer.unstored(4 * megabyte).at(-1)?.end ?? 0;
    answer.stored(stored);
    answer.append('the end');
    assert.deepEqual(answer.rest(), { text: 'the end', from: stored, end: stored + 7 });
  });

  it('is offered to the store again in the very same pieces, until they are stored', () => {
    const answer = new AnswerText();
    answer.append('one ');
    const first = answer.unstored(megabyte);
    answer.append('two ');
    const again = answer.unstored(megabyte);
    assert.deepEqual(first, [{ text: 'one ', from: 0, end: 4 }]);
    assert.deepEqual(again, [...first, { text: 'two ', from: 4, end: 8 }]);
    answer.stored(4);
    assert.deepEqual(answer.unstored(megabyte), again.slice(1));
  });
});

export const breaks: readonly Break[] = [
  {
    rule: 'An answer whose beginning is stored leaves memory above a megabyte',
    file: 'src/core/turn/answer-text.ts',
    replace: 'this.#bytes - first.from > keptBytes',
    by: 'this.#bytes - first.from > keptBytes * 100',
  },
  {
    rule: 'Only text that is stored leaves memory',
    file: 'src/core/turn/answer-text.ts',
    replace: 'first.from + first.bytes <= this.#storedBytes',
    by: 'first.from + first.bytes <= this.#bytes',
  },
  {
    rule: 'A reader takes 64 KiB at once at most',
    file: 'src/core/turn/answer-text.ts',
    replace: 'if (next.from + next.bytes - head.from > blockBytes) break;',
    by: 'if (next.from + next.bytes - head.from < 0) break;',
  },
  {
    rule: 'A cursor inside a character continues with the next one',
    file: 'src/core/turn/answer-text.ts',
    replace: '& 0xc0) === 0x80) start++;',
    by: '& 0xc0) === 0x81) start++;',
  },
];
