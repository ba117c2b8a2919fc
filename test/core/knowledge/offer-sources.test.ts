import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import type { Knowledge } from '#core/knowledge/knowledge.ts';
import { offerSources } from '#core/knowledge/offer-sources.ts';
import type { FoundPart, SourcePart } from '#core/knowledge/source-store.ts';
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
    assert.equal(offerSources({ ...nothing, whole: large, found: [found('a', 1)] }, wide).mode, 'found');
  });

  it('is what was found where the whole takes more than a quarter of the window', () => {
    const whole = [part('a', 0, 'x'.repeat(3_900)), part('b', 0)];
    const knowledge = { ...nothing, whole, found: [found('b', 0)] };
    const modes = [4_000, 3_600].map((window) => offerSources(knowledge, window).mode);
    assert.deepEqual(modes, ['whole', 'found']);
  });

  it('is nothing where nothing was found, or where the turn may use none of it', () => {
    assert.deepEqual(offerSources(nothing, wide), { mode: 'none', sources: [] });
    assert.deepEqual(offerSources({ ...nothing, whole: [] }, wide), { mode: 'none', sources: [] });
  });

  it('are the best eight, and then their neighbours, each once', () => {
    const best = Array.from({ length: 12 }, (_, index) => found('a', index * 2));
    const neighbours = [part('a', 1), part('a', 2), part('b', 2)];
    const { sources } = offerSources({ ...nothing, found: best, neighbours }, wide);
    assert.deepEqual(
      sources.map(({ text }) => text),
      ['a 0', 'a 2', 'a 4', 'a 6', 'a 8', 'a 10', 'a 12', 'a 14', 'a 1', 'b 2'],
    );
    assert.deepEqual(
      sources.map(({ n }) => n),
      [1, 2, 3, 4, 5, 6, 7, 8, 9, 10],
    );
  });

  it('leaves out what does not fit, and takes the next', () => {
    const best = [found('a', 0, 'x'.repeat(900)), found('a', 1, 'y'.repeat(900)), found('a', 2)];
    const { sources } = offerSources({ ...nothing, found: best }, 1_000);
    assert.deepEqual(
      sources.map(({ text }) => text.slice(0, 3)),
      ['xxx', 'a 2'],
    );
  });

  it('takes a quarter of any window at most, whatever was found', () => {
    const lengths = fc.array(fc.integer({ min: 1, max: 9_000 }), { maxLength: 24 });
    fc.assert(
      fc.property(lengths, fc.integer({ min: 100, max: 40_000 }), (bytes, window) => {
        const best = bytes.map((length, index) => found('a', index, 'x'.repeat(length)));
        const { sources } = offerSources({ ...nothing, found: best, neighbours: best }, window);
        assert.ok(Buffer.byteLength(sources.map(sourceText).join('\n\n')) <= window);
        assert.ok(sources.length === Math.min(bytes.length, 8) || window < 100_000);
      }),
    );
  });

  it('names the document of each part', () => {
    const one = {
      ...found('a', 0),
      title: 'Prices',
      url: 'https://partner.example/prices',
      heading: 'Plans',
    };
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

const nothing: Knowledge = { corpora: [], whole: null, found: [], neighbours: [] };

function part(documentId: string, place: number, text = `${documentId} ${place}`): SourcePart {
  const named = { title: 'A title', url: null, heading: '', text };
  return { corpus: 1, source: 'client', documentId, place, ...named };
}

function found(documentId: string, place: number, text?: string): FoundPart {
  return { ...part(documentId, place, text), score: 1 };
}

export const breaks: readonly Break[] = [
  {
    rule: 'Sources take a quarter of the window at most',
    file: 'src/core/knowledge/offer-sources.ts',
    replace: 'if (bytes > this.#left || this.#known.has(name)) return;',
    by: 'if (this.#known.has(name)) return;',
  },
  {
    rule: 'A part is offered once',
    file: 'src/core/knowledge/offer-sources.ts',
    replace: 'if (bytes > this.#left || this.#known.has(name)) return;',
    by: 'if (bytes > this.#left) return;',
  },
  {
    rule: 'Eight parts are found at most',
    file: 'src/core/knowledge/offer-sources.ts',
    replace: 'if (room.parts.length < mostFoundParts) room.take(part);',
    by: 'room.take(part);',
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
  {
    rule: 'The neighbours of what was found come behind it',
    file: 'src/core/knowledge/offer-sources.ts',
    replace: '  for (const part of neighbours) room.take(part);\n',
    by: '',
  },
];
