import assert from 'node:assert/strict';
import MiniSearch from 'minisearch';

/** MiniSearch, which takes the number of different words for the length of a text: each repetition adds one. */
export class Judge {
  readonly #search = new MiniSearch<{ id: string; text: string }>({
    fields: ['text'],
    tokenize: (text) => text.split(' '),
    processTerm: (word) => word,
  });
  readonly #texts: ReadonlySet<string>[] = [];

  add(id: string, text: string): void {
    const words = text.split(' ');
    const repeated = words.length - new Set(words).size;
    const filling = Array.from({ length: repeated }, (_, index) => `~${index}`);
    this.#search.add({ id, text: [...words, ...filling].join(' ') });
    this.#texts.push(new Set(words));
  }

  /** With the weights of words to the power of three quarters. */
  search(words: readonly string[]): ReadonlyMap<string, number> {
    const boostTerm = (word: string) => this.#weight(word) ** -0.25;
    const found = this.#search.search(words.join(' '), { bm25: { k: 1.2, b: 0.75, d: 0 }, boostTerm });
    // It prefers what matches more words, which is no part of BM25.
    return new Map(found.map(({ id, score, queryTerms }) => [String(id), score / queryTerms.length]));
  }

  #weight(word: string): number {
    const having = this.#texts.filter((text) => text.has(word)).length;
    return Math.log(1 + (this.#texts.length - having + 0.5) / (having + 0.5));
  }
}

/** Scores of chunks, whose ids end with their places, and a quarter of those of the best three of each document. */
export function withBestOfDocument(scores: ReadonlyMap<string, number>): ReadonlyMap<string, number> {
  const documentOf = (id: string) => id.replace(/ \d+$/, '');
  const ofDocuments = Map.groupBy(scores, ([id]) => documentOf(id));
  return new Map(
    Array.from(scores, ([id, score]) => {
      const all = (ofDocuments.get(documentOf(id)) ?? []).map(([, each]) => each);
      const best = all.toSorted((one, other) => other - one).slice(0, 3);
      return [id, score + 0.25 * best.reduce((sum, each) => sum + each, 0)];
    }),
  );
}

/** The store returns the best 24 only. */
export function assertSameScores(
  ours: ReadonlyMap<string, number>,
  judged: ReadonlyMap<string, number>,
): void {
  assert.equal(ours.size, Math.min(judged.size, 24));
  for (const [id, score] of ours) {
    const expected = judged.get(id) ?? Number.NaN;
    assert.ok(Math.abs(score - expected) <= 1e-9 * expected, `${id}: ${score} instead of ${expected}`);
  }
  const worst = Math.min(...ours.values());
  const better = [...judged].filter(([id, score]) => !ours.has(id) && score > worst * (1 + 1e-9));
  assert.deepEqual(better, []);
}
