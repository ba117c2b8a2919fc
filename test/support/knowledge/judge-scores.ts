import assert from 'node:assert/strict';
import MiniSearch from 'minisearch';

/** MiniSearch, which takes the number of different words for the length of a text: each repetition adds one. */
export class Judge {
  readonly #search = new MiniSearch<{ id: string; text: string }>({
    fields: ['text'],
    tokenize: (text) => text.split(' '),
    processTerm: (word) => word,
  });

  add(id: string, text: string): void {
    const words = text.split(' ');
    const repeated = words.length - new Set(words).size;
    const filling = Array.from({ length: repeated }, (_, index) => `~${index}`);
    this.#search.add({ id, text: [...words, ...filling].join(' ') });
  }

  search(words: readonly string[]): ReadonlyMap<string, number> {
    const found = this.#search.search(words.join(' '), { bm25: { k: 1.2, b: 0.75, d: 0 } });
    // It prefers what matches more words, which is no part of BM25.
    return new Map(found.map(({ id, score, queryTerms }) => [String(id), score / queryTerms.length]));
  }
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
