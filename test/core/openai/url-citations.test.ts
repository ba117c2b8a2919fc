import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Citation, QuotedCitation } from '#contract/citations/citation.ts';
import { urlCitations } from '#core/openai/url-citations.ts';
import type { Break } from '#test/break.ts';

const quoted: QuotedCitation = {
  ...{ n: 1, source: 'client', document_id: 'prices', title: 'Prices', heading: '', support: 'weak' },
  url: 'https://docs.example/prices',
  quote: 'It costs 10.',
};
const citations: readonly Citation[] = [
  quoted,
  { ...quoted, n: 2, title: 'Without an address', url: null },
  { n: 3, document_id: 'old', title: 'Old', deleted: true },
  { ...quoted, title: 'Prices, again' },
];

describe('The citations of an answer in OpenAI’s form', () => {
  it('have the places of their marks in characters, and are those of documents with an address', () => {
    const answer = '👋👋 It costs 10 [1], not [9] 12 [2][3]. Code `a [1]` is none. So 10 [1].';
    const found = urlCitations(answer, citations);
    assert.deepEqual(
      found.map(({ title, url }) => [title, url]),
      [
        ['Prices', quoted.url],
        ['Prices, again', quoted.url],
      ],
    );
    const characters = [...answer];
    for (const { start_index: start, end_index: end } of found) {
      assert.equal(characters.slice(start, end).join(''), '[1]');
    }
    assert.equal(found[0]?.start_index, 15);
    assert.equal(found[1]?.end_index, characters.length - 1);
  });

  it('are none where nothing was cited, or no document was looked at', () => {
    assert.deepEqual(urlCitations('It costs 10 [1].', []), []);
    assert.deepEqual(urlCitations('It costs 10 [1].', null), []);
  });
});

export const breaks: readonly Break[] = [
  {
    rule: 'Marks have their place in characters',
    file: 'src/core/openai/url-citations.ts',
    replace: 'characters += [...text.slice(place, at)].length;',
    by: 'characters += text.slice(place, at).length;',
  },
];
