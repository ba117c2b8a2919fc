import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import type { Passage } from '#core/knowledge/join-parts.ts';
import type { Knowledge } from '#core/knowledge/knowledge.ts';
import { offerSources } from '#core/knowledge/offer-sources.ts';
import type { SourcePart } from '#core/knowledge/source-store.ts';
import { sourceText } from '#core/knowledge/source-text.ts';
import type { Break } from '#test/break.ts';

const wide = 128_000;

describe('What a call is offered of documents', () => {
  it('is all of them, in their order, where they take 8,000 tokens at most', () => {
    const whole = [part('b', 0), part('a', 0), part('a', 1)];
    const offer = offerSources({ ...nothing, whole }, wide);
    assert.equal(offer.mode, 'whole');
    assert.deepEqual(
      offer.sources.map(({ n, documentId, text }) => [n, documentId, text]),
      [
        [1, 'b', 'b 0'],
        [2, 'a', 'a 0'],
        [3, 'a', 'a 1'],
      ],
    );
    const large = [part('a', 0, 'x'.repeat(20_000)), part('a', 1, 'x'.repeat(20_000))];
    assert.equal(offerSources({ ...nothing, whole: large, found: [passage('a', 1)] }, wide).mode, 'found');
  });

  it('is what was found where the whole takes more than a quarter of the window', () => {
    const whole = [part('a', 0, 'x'.repeat(3_900)), part('b', 0)];
    const knowledge = { ...nothing, whole, found: [passage('b', 0)] };
    const modes = [4_000, 3_600].map((window) => offerSources(knowledge, window).mode);
    assert.deepEqual(modes, ['whole', 'found']);
  });

  it('is nothing where nothing was found, or where the turn may use none of it', () => {
    assert.deepEqual(offerSources(nothing, wide), { mode: 'none', sources: [] });
    assert.deepEqual(offerSources({ ...nothing, whole: [] }, wide), { mode: 'none', sources: [] });
  });

  it('are the best eight passages', () => {
    const best = Array.from({ length: 12 }, (_, index) => passage('a', index * 2));
    const { sources } = offerSources({ ...nothing, found: best }, wide);
    assert.deepEqual(
      sources.map(({ n, text }) => [n, text]),
      [0, 2, 4, 6, 8, 10, 12, 14].map((place, index) => [index + 1, `a ${place}`]),
    );
  });

  it('leaves out what does not fit, and takes the next', () => {
    const best = [
      passage('a', 0, 'x'.repeat(900)),
      passage('a', 2, 'y'.repeat(900)),
      passage('a', 4, 'z'.repeat(900), 'the best of it'),
      passage('a', 6),
    ];
    const { sources } = offerSources({ ...nothing, found: best }, 1_000);
    assert.deepEqual(
      sources.map(({ text }) => text.slice(0, 14)),
      ['x'.repeat(14), 'the best of it', 'a 6'],
    );
  });

  it('takes a quarter of any window at most, whatever was found', () => {
    const lengths = fc.array(fc.integer({ min: 1, max: 9_000 }), { maxLength: 24 });
    fc.assert(
      fc.property(lengths, fc.integer({ min: 100, max: 40_000 }), (bytes, window) => {
        const best = bytes.map((length, index) => passage('a', index, 'x'.repeat(length)));
        const { sources } = offerSources({ ...nothing, found: best }, window);
        assert.ok(Buffer.byteLength(sources.map(sourceText).join('\n\n')) <= window);
        assert.ok(sources.length <= 8);
      }),
    );
  });

  it('names the document of each part', () => {
    const named = { title: 'Prices', url: 'https://partner.example/prices', heading: 'Plans' };
    const one = { ...passage('a', 0), whole: { ...part('a', 0), ...named } };
    assert.deepEqual(offerSources({ ...nothing, found: [one] }, wide).sources, [
      {
        n: 1,
        source: 'client',
        documentId: 'a',
        title: 'Prices',
        url: 'https://partner.example/prices',
        heading: 'Plans',
        text: 'a 0',
      },
    ]);
  });
});

const nothing: Knowledge = { corpora: [], whole: null, found: [] };

function part(documentId: string, place: number, text = `${documentId} ${place}`): SourcePart {
  const named = { title: 'A title', url: null, heading: '', text };
  return { corpus: 1, source: 'client', documentId, place, ...named };
}

function passage(documentId: string, place: number, text?: string, best = text): Passage {
  return {
    whole: part(documentId, place, text),
    best: { ...part(documentId, place, best), score: 1 },
  };
}

export const breaks: readonly Break[] = [
  {
    rule: 'Sources take a quarter of the window at most',
    file: 'src/core/knowledge/offer-sources.ts',
    replace: 'bytesOf(numbered(each, taken.length)) <= left',
    by: 'bytesOf(numbered(each, taken.length)) > 0',
  },
  {
    rule: 'A passage that does not fit has its best part offered',
    file: 'src/core/knowledge/offer-sources.ts',
    replace: '[whole, best].find(',
    by: '[whole].find(',
  },
  {
    rule: 'Eight passages are found at most',
    file: 'src/core/knowledge/offer-sources.ts',
    replace: 'found.slice(0, mostPassages)',
    by: 'found',
  },
  {
    rule: 'Documents are whole up to 8,000 tokens',
    file: 'src/core/knowledge/offer-sources.ts',
    replace: 'Math.min(wholeBytes, roomBytes(windowTokens))',
    by: 'roomBytes(windowTokens)',
  },
  {
    rule: 'Whole documents take a quarter of the window at most',
    file: 'src/core/knowledge/offer-sources.ts',
    replace: 'Math.min(wholeBytes, roomBytes(windowTokens))',
    by: 'wholeBytes',
  },
];
