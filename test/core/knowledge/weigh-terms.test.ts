import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Term } from '#core/knowledge/source-store.ts';
import { areAbout, inverseFrequency, weighTerms } from '#core/knowledge/weigh-terms.ts';
import type { Break } from '#test/break.ts';

const all = 10_000;

function term(lexeme: string, chunks: number, more: Partial<Term> = {}): Term {
  return { language: 'english', weight: 1, lexeme, chunks, ...more };
}

describe('The lexemes of a question', () => {
  it('weigh by how few chunks contain them, those of the question before a third', () => {
    const [rare, previous, common] = weighTerms(
      [term('common', 5_000), term('rare', 10), term('previous', 100, { weight: 1 / 3 })],
      all,
    );
    assert.deepEqual([rare?.lexeme, previous?.lexeme, common?.lexeme], ['rare', 'previous', 'common']);
    assert.equal(rare?.weight, 2.2 * Math.log(1 + 9_990.5 / 10.5) ** 0.75);
    assert.equal(previous?.weight, (2.2 / 3) * Math.log(1 + 9_900.5 / 100.5) ** 0.75);
    assert.equal(common?.weight, 2.2 * Math.log(1 + 5_000.5 / 5_000.5) ** 0.75);
  });

  it('find as long as all chunks that have them can be scored, and the rarest one always', () => {
    const finding = (...chunks: number[]) =>
      weighTerms(
        chunks.map((each, index) => term(`t${index}`, each)),
        100_000,
      ).map(({ finds }) => finds);
    assert.deepEqual(finding(1_000, 4_000, 1), [true, true, false]);
    assert.deepEqual(finding(2_000, 2_000, 1_000), [true, true, true]);
    assert.deepEqual(finding(60_000, 70_000), [true, false]);
  });

  it('are scored once, by what they weigh most, and not where no chunk has them', () => {
    const scored = weighTerms(
      [term('plan', 5, { weight: 1 / 3 }), term('plan', 5, { language: 'german' }), term('unknown', 0)],
      all,
    );
    assert.deepEqual(scored, [
      { lexeme: 'plan', weight: 2.2 * inverseFrequency(5, all) ** 0.75, finds: true },
    ]);
  });

  it('are the rarest of a long one', () => {
    const many = Array.from({ length: 500 }, (_, index) => term(`t${index}`, 500 - index));
    const scored = weighTerms(many, all);
    assert.equal(scored.length, 32);
    assert.deepEqual([scored[0]?.lexeme, scored[31]?.lexeme], ['t499', 't468']);
  });
});

describe('Documents are about a question', () => {
  /** Where one document has all lexemes of the question that any chunk has, or those of each list. */
  const about = (terms: readonly Term[], documents?: readonly (readonly string[])[]) => {
    const known = terms.filter(({ chunks }) => chunks > 0).map(({ lexeme }) => lexeme);
    const sets = (documents ?? [known]).map((lexemes) => new Set(lexemes));
    return areAbout(terms, all, sets);
  };

  it('where one of them has what carries three eighths of its weight', () => {
    const three = [term('one', 100), term('two', 100), term('three', 100)];
    assert.equal(about(three, [['one', 'two']]), true);
    assert.equal(about(three, [['one'], ['two'], ['three']]), false);
    assert.equal(about(three, [['one'], ['two', 'three']]), true);
    assert.equal(about([term('rare', 1), term('unknown', 0)]), true);
    assert.equal(about([term('common', 5_000), term('one', 100), term('unknown', 0)]), false);
    assert.equal(about([term('rare', 1), term('unknown', 0), term('another', 0)]), false);
  });

  it('where one of them has as much as three unknown lexemes weigh, however long it is', () => {
    const unknown = Array.from({ length: 40 }, (_, index) => term(`unknown${index}`, 0));
    const known = Array.from({ length: 6 }, (_, index) => term(`known${index}`, 100));
    assert.equal(about([...unknown, ...known]), false);
    assert.equal(about([...unknown, ...known, term('known6', 100)]), true);
  });

  it('in one of their languages, which takes the words of the others for unknown ones', () => {
    const foreign = ['how', 'do', 'prices', 'change'].map((lexeme) =>
      term(lexeme, 0, { language: 'german' }),
    );
    assert.equal(about([term('price', 10), term('chang', 20), ...foreign]), true);
    assert.equal(about(foreign), false);
  });

  it('never where it has no words, or where nothing was found', () => {
    assert.equal(about([]), false);
    assert.equal(about([term('one', 100)], []), false);
  });
});

export const breaks: readonly Break[] = [
  {
    rule: 'A lexeme that few chunks have weighs more',
    file: 'src/core/knowledge/weigh-terms.ts',
    replace: 'sum + weight * (chunks === 0 ? unknown : inverseFrequency(chunks, all))',
    by: 'sum + weight',
  },
  {
    rule: 'A lexeme that no document has weighs most',
    file: 'src/core/knowledge/weigh-terms.ts',
    replace: 'chunks === 0 ? unknown : inverseFrequency(chunks, all)',
    by: 'chunks === 0 ? 0 : inverseFrequency(chunks, all)',
  },
  {
    rule: 'A question is judged in each language by itself',
    file: 'src/core/knowledge/weigh-terms.ts',
    replace: 'Map.groupBy(terms, ({ language }) => language)',
    by: "Map.groupBy(terms, () => '')",
  },
  {
    rule: 'The lexemes of the question before weigh a third',
    file: 'src/core/knowledge/weigh-terms.ts',
    replace: 'weight: most * weight * inverseFrequency',
    by: 'weight: most * inverseFrequency',
  },
  {
    rule: 'Chunks are found by rare lexemes only',
    file: 'src/core/knowledge/weigh-terms.ts',
    replace: 'index === 0 || found <= mostFound',
    by: 'true',
  },
  {
    rule: 'The rarest lexeme finds, however common it is',
    file: 'src/core/knowledge/weigh-terms.ts',
    replace: 'index === 0 || found <= mostFound',
    by: 'found <= mostFound',
  },
  {
    rule: 'A long question is scored by its rarest lexemes',
    file: 'src/core/knowledge/weigh-terms.ts',
    replace: 'known.slice(0, mostTerms)',
    by: 'known',
  },
  {
    rule: 'Rare words weigh less than their frequency says',
    file: 'src/core/knowledge/weigh-terms.ts',
    replace: 'inverseFrequency(chunks, all) ** rarity',
    by: 'inverseFrequency(chunks, all)',
  },
  {
    rule: 'One document has to be about the question',
    file: 'src/core/knowledge/weigh-terms.ts',
    replace: 'lexemes.has(lexeme)',
    by: 'documents.some((each) => each.has(lexeme))',
  },
  {
    rule: 'A long question need not be matched in proportion',
    file: 'src/core/knowledge/weigh-terms.ts',
    replace: 'Math.min(weigh(own) * leastShare, unknown * enough)',
    by: 'weigh(own) * leastShare',
  },
];
