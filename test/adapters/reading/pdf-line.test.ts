import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { textOfLine } from '#adapters/reading/child/pdf-line.ts';
import type { Break } from '#test/break.ts';

/** Pieces from left to right, as a page shows them. */
function shown(...texts: readonly string[]) {
  return texts.map((str, index) => ({
    str,
    dir: /\p{Script=Arabic}/u.test(str) ? 'rtl' : 'ltr',
    transform: [12, 0, 0, 12, 50 + 10 * index, 700],
  }));
}

const price = shown(
  ...['.', 'رو', 'ﻮ', 'ﻳ', ' ', '1', '0', ' ', 'ﻒ', 'ﻠ', 'ﻜ', 'ﺗ', ' ', 'Basic', ' ', 'plan', ' '],
  ...['ﺔ', 'ﻄ', 'ﺧ'],
);
const readPrice = 'خطة Basic plan تكلف 10 يورو.';

describe('A line of a PDF', () => {
  it('is read from right to left where most of it is written so, but for its numbers and other scripts', () => {
    assert.equal(textOfLine(price), readPrice);
    assert.equal(textOfLine(price.toReversed()), readPrice);
    assert.equal(textOfLine(shown('١', '٠', ' ', 'ﻮ', 'ﻫ')), 'هو ١٠');
  });

  it('is read from left to right otherwise, but for the words of such a script', () => {
    const line = shown('They say ', 'ﺮ', 'ﻌ', 'ﺳ', ' ', 'ﻞ', 'ﻛ', ' for each price.');
    assert.equal(textOfLine(line), 'They say كل سعر for each price.');
    assert.equal(textOfLine(shown('b', ' ', 'a')), 'b a');
  });

  it('has letters and not the forms in which they are drawn', () => {
    assert.equal(textOfLine(shown('ل', 'ﻼ', 'ﺧ')), 'خلال');
  });
});

export const breaks: readonly Break[] = [
  {
    rule: 'A PDF is read from right to left where its script is written so',
    file: 'src/adapters/reading/child/pdf-line.ts',
    replace: 'isMostly ? shown.toReversed() : shown',
    by: 'shown',
  },
  {
    rule: 'Words of another direction in a line of a PDF are read from their own end',
    file: 'src/adapters/reading/child/pdf-line.ts',
    replace: 'words.toReversed()',
    by: 'words',
  },
  {
    rule: 'Numbers in a PDF are read from left to right',
    file: 'src/adapters/reading/child/pdf-line.ts',
    replace: "dir === 'rtl' && letter.test(str)",
    by: "dir === 'rtl' || !letter.test(str)",
  },
  {
    rule: 'A PDF has letters and not the forms in which they are drawn',
    file: 'src/adapters/reading/child/pdf-line.ts',
    replace: "forms.normalize('NFKC')",
    by: 'forms',
  },
];
