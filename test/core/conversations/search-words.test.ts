import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { patternsIn } from '#core/conversations/search-words.ts';
import type { Break } from '#test/break.ts';
import { isInvalid } from '#test/reading/refusals.ts';

describe('the words of a search', () => {
  it('are 1 to 200 characters, of which one at least is no space', () => {
    assert.equal(patternsIn('\u{1f600}'.repeat(200)).length, 1);
    for (const q of ['', '  ', 'x'.repeat(201), 'a '.repeat(5_000)]) {
      assert.throws(() => patternsIn(q), isInvalid('?q'));
    }
  });

  it('count once in whatever case, longest first', () => {
    assert.deepEqual(patternsIn(' a RIVER a River'), ['[Rr][Ii][Vv][Ee][Rr]', '[Aa]']);
  });

  it('match in any case, composed or not, by the letters of Unicode and not by a locale', () => {
    const same = [
      'Überblick|üBERBLICK',
      'café|CAFE\u0301',
      'cafe\u0301|Café',
      'ΛΟΓΟΣ|λογος',
      'ЁЖ|ёж',
      'ẞ|ß',
      'K|\u212a',
    ];
    for (const pair of same) assert.ok(matches(pair), pair);
    for (const pair of ['ß|ss', 'ss|ß', 'ı|i', 'i|ı', 'ı|I', 'İ|i', 'é|e']) assert.ok(!matches(pair), pair);
    // A dotted capital I is one letter, or two.
    assert.ok(matches('İ|I\u0307'));
  });

  it('take every character for itself', () => {
    const text = String.raw`50% a_b c\d "e" 'f' (g) [h] {i} j|k l.m n*o p+q r?s ^t$ u-v /w/`;
    for (const word of text.split(' ')) {
      assert.ok(matches(`${word}|${text}`), word);
      assert.ok(!matches(`${word}|${text.replaceAll(word, '')}`), word);
    }
  });
});

/** Whether the word before the bar occurs in the text behind it. */
function matches(pair: string): boolean {
  const bar = pair.indexOf('|', 1);
  const [word, text] = pair.startsWith('j|k|')
    ? ['j|k', pair.slice(4)]
    : [pair.slice(0, bar), pair.slice(bar + 1)];
  return patternsIn(word).every((pattern) => new RegExp(pattern, 'u').test(text));
}

export const breaks: readonly Break[] = [
  {
    rule: 'A word of a search is the same composed or not',
    file: 'src/core/conversations/search-words.ts',
    replace: 'return parts.length > 1 ?',
    by: 'return parts.length > 99 ?',
  },
];
