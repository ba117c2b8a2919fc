import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { joinParts } from '#core/knowledge/join-parts.ts';
import type { FoundPart, SourcePart } from '#core/knowledge/source-store.ts';
import type { Break } from '#test/break.ts';

describe('Parts that were found', () => {
  it('are one passage where they follow one another, in the order of the document', () => {
    const best = [found('a', 4), found('b', 0), found('a', 2), found('a', 7)];
    assert.deepEqual(textsOf(best, [part('a', 5), part('a', 3), part('a', 3)]), [
      'a 2\n\na 3\n\na 4\n\na 5',
      'b 0',
      'a 7',
    ]);
  });

  it('are as good as the best of a passage, which stays known', () => {
    const passages = joinParts({ best: [found('b', 1), found('a', 5), found('a', 4)], ...nothingElse });
    assert.deepEqual(
      passages.map(({ best }) => `${best.documentId} ${best.place}`),
      ['b 1', 'a 5'],
    );
  });

  it('are apart in documents of the same name, and each is there once', () => {
    const shared = { ...found('a', 1), corpus: 2, text: 'shared' };
    assert.deepEqual(textsOf([found('a', 0), shared], [part('a', 0)]), ['a 0', 'shared']);
  });

  it('stand below the headings that all of them have, the others in between', () => {
    const headings = ['Prices › Plans', 'Prices › Plans › Teams', 'Prices › Plans › Teams', 'Prices › Tax'];
    const best = headings.map((heading, place) => ({ ...found('a', place), heading }));
    const [passage] = joinParts({ best, ...nothingElse });
    assert.equal(passage?.whole.heading, 'Prices');
    assert.equal(passage?.whole.text, 'Plans\n\na 0\n\nTeams\n\na 1\n\na 2\n\nTax\n\na 3');
  });

  it('are nothing where nothing was found', () => {
    assert.deepEqual(joinParts({ best: [], ...nothingElse }), []);
  });
});

const nothingElse = { neighbours: [], matched: [] };

function textsOf(best: readonly FoundPart[], neighbours: readonly SourcePart[]): readonly string[] {
  return joinParts({ best, neighbours, matched: [] }).map(({ whole }) => whole.text);
}

function part(documentId: string, place: number): SourcePart {
  const named = { title: 'A title', url: null, heading: '', text: `${documentId} ${place}` };
  return { corpus: 1, source: 'client', documentId, place, ...named };
}

function found(documentId: string, place: number): FoundPart {
  return { ...part(documentId, place), score: 1 };
}

export const breaks: readonly Break[] = [
  {
    rule: 'A passage is as good as its best part',
    file: 'src/core/knowledge/join-parts.ts',
    replace: 'for (const part of best) {',
    by: 'for (const part of best.toReversed()) {',
  },
  {
    rule: 'Only what follows is joined',
    file: 'src/core/knowledge/join-parts.ts',
    replace: 'part.place === last.place + 1',
    by: 'part.place > last.place',
  },
  {
    rule: 'Documents of two owners are never one passage',
    file: 'src/core/knowledge/join-parts.ts',
    replace: 'part.corpus === last.corpus && ',
    by: '',
  },
  {
    rule: 'A part is in a passage once',
    file: 'src/core/knowledge/join-parts.ts',
    replace: '[nameOf(part), part]',
    by: '[part, part]',
  },
  {
    rule: 'Parts of all passages are in the order of their documents',
    file: 'src/core/knowledge/join-parts.ts',
    replace: '[...parts.values()].sort(inOrder)',
    by: '[...parts.values()]',
  },
  {
    rule: 'Headings that not all parts have stand in the text',
    file: 'src/core/knowledge/join-parts.ts',
    replace: 'return [...own, part.text];',
    by: 'return [part.text];',
  },
];
