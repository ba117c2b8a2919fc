import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { Citation, QuotedCitation } from '#contract/citations/citation.ts';
import { citationsOf } from '#core/citations/cite.ts';
import type { OfferedSource } from '#core/knowledge/offered-source.ts';

const words = [
  ...[
    'contract',
    'invoice',
    'parcel',
    'battery',
    'garden',
    'station',
    'window',
    'teacher',
    'library',
    'harbour',
  ],
  ...[
    'the',
    'of',
    'costs',
    'arrives',
    'contains',
    'before',
    'größer',
    'niños',
    'déjà',
    'القطار',
    '価格は',
    '👋🏽',
  ],
];
/** Numbers that no source has are of another size. */
const known = fc.integer({ min: 1, max: 9_999 });
const unknown = fc.integer({ min: 20_000_000, max: 99_999_999 });
const written = (value: fc.Arbitrary<number>) =>
  fc
    .tuple(value, fc.constantFrom('en', 'de', 'fr', 'plain'))
    .map(([number, style]) => (style === 'plain' ? String(number) : number.toLocaleString(style)));
const word = fc.constantFrom(...words);
const phrase = fc.array(fc.oneof({ weight: 4, arbitrary: word }, { weight: 1, arbitrary: written(known) }), {
  minLength: 3,
  maxLength: 14,
});

const sourceText = fc
  .array(fc.tuple(phrase, fc.constantFrom('. ', '.\n', '。', '\n\n', ' \u200b\u202e')), {
    minLength: 1,
    maxLength: 40,
  })
  .map((phrases) => phrases.map(([each, end]) => each.join(' ') + end).join(''));

interface WrittenSentence {
  readonly text: string;
  /** The marks that count, with the support that they must not have. */
  readonly cites: readonly { readonly n: number; readonly isWrong: boolean }[];
}

/** Half of the numbers are offered. */
const mostOffered = 6;
const mark = fc.integer({ min: 0, max: mostOffered * 2 });

const citing = fc
  .record({
    phrase,
    wrong: fc.option(fc.tuple(fc.nat(), written(unknown))),
    marks: fc.array(mark, { minLength: 1, maxLength: 3 }),
    form: fc.constantFrom('before', 'behind', 'between', 'apart'),
  })
  .map(({ phrase: said, wrong, marks, form }): WrittenSentence => {
    const all = wrong === null ? said : said.toSpliced(wrong[0] % (said.length + 1), 0, wrong[1]);
    const text = all.join(' ');
    const cites = marks.map((n) => ({ n, isWrong: wrong !== null }));
    const signs = marks.map((n) => `[${n}]`);
    if (form === 'before') return { text: `So ${text} ${signs.join('')}.\n\n`, cites };
    if (form === 'behind') return { text: `So ${text}.${signs.join('')}\n\n`, cites };
    if (form === 'between') return { text: `- So ${signs.join(', ')} ${text}.\n`, cites };
    return { text: `> So ${text}. ${signs.join(' ')}\n\n`, cites };
  });

const silent = fc
  .tuple(phrase, mark, fc.constantFrom('code', 'fence', 'index', 'link', 'none', 'open'))
  .map(([said, n, form]): WrittenSentence => {
    const text = said.join(' ');
    const forms = {
      code: `So \`${text} [${n}]\`.\n\n`,
      fence: `So:\n\n~~~\n${text} [${n}]\n~~~\n\n`,
      index: `So ${text} x[${n}].\n\n`,
      link: `So ${text} [${n}](https://example.com/${n}).\n\n`,
      none: `So ${text}.\n\n`,
      open: `So ${text} [${n}.\n\n`,
    };
    return { text: forms[form], cites: [] };
  });

/** Answers in which it is known by construction what counts, and what is wrong. */
export function judgeFuzzedAnswers(numRuns: number, seed: number): void {
  const texts = fc.array(sourceText, { minLength: 1, maxLength: mostOffered });
  const answers = fc.array(fc.oneof({ weight: 3, arbitrary: citing }, { weight: 1, arbitrary: silent }), {
    maxLength: 8,
  });
  fc.assert(
    fc.property(texts, answers, (sources, sentences) => {
      const offered = sources.map(
        (text, index): OfferedSource => ({
          ...{ n: index + 1, source: 'client', documentId: `d${index}`, title: 'T', url: null, heading: '' },
          text,
        }),
      );
      judge(offered, sentences);
    }),
    { numRuns, seed },
  );
}

function judge(offered: readonly OfferedSource[], sentences: readonly WrittenSentence[]): void {
  const texts = new Map(offered.map(({ n, text }) => [n, text]));
  const answer = sentences.map(({ text }) => text).join('');
  const expected = sentences.flatMap(({ cites }) => cites.filter(({ n }) => texts.has(n)));
  const found = citationsOf(answer, offered).filter(isQuoted);
  assert.deepEqual(
    found.map(({ n }) => n),
    expected.map(({ n }) => n),
  );
  for (const [index, { n, quote, support }] of found.entries()) {
    assert.ok(texts.get(n)?.includes(quote), `a quote of ${n} is not in it: ${quote}`);
    assert.ok(quote.length > 0 && quote.length <= 300 && quote.isWellFormed());
    if (expected[index]?.isWrong) assert.equal(support, 'weak', answer);
  }
}

function isQuoted(citation: Citation): citation is QuotedCitation {
  return !('deleted' in citation);
}
