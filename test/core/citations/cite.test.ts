import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Citation, QuotedCitation } from '#contract/citations/citation.ts';
import { citationsOf } from '#core/citations/cite.ts';
import type { OfferedSource } from '#core/knowledge/offered-source.ts';
import type { Break } from '#test/break.ts';

const handbook = [
  'Our office is in Leipzig. It opens at 9:30 and closes at 18:00 on working days.',
  '',
  'The team plan costs 1,200 euros a year for up to 25 seats. Students pay half of the price.',
  'Contracts end on 31 December 2026 unless they are cancelled 30 days before. ',
  'Refunds are paid within 14 days to the account from which the invoice was paid.',
].join('\n');

const source = (n: number, text: string): OfferedSource => ({
  ...{ n, source: 'client', documentId: `doc-${n}`, title: `Document ${n}`, url: null, heading: 'Prices' },
  text,
});
const offered = [source(1, handbook), source(2, 'Parking costs 3 euros an hour behind the building.')];

function isQuoted(citation: Citation): citation is QuotedCitation {
  return !('deleted' in citation);
}

function cited(answer: string): QuotedCitation[] {
  return citationsOf(answer, offered).filter(isQuoted);
}

function supports(answer: string) {
  return cited(answer).map(({ n, support }) => [n, support]);
}

describe('A mark of an answer', () => {
  it('cites a source by its number, with a quote of it', () => {
    const [first, ...others] = citationsOf('The team plan costs 1200 euros a year [1].', offered);
    assert.deepEqual(others, []);
    assert.deepEqual(first, {
      ...{ n: 1, source: 'client', document_id: 'doc-1', title: 'Document 1', url: null, heading: 'Prices' },
      quote: 'The team plan costs 1,200 euros a year for up to 25 seats.',
      support: 'quoted',
    });
  });

  for (const answer of [
    'It costs 1200 euros [3].',
    'It costs 1200 euros [0].',
    'Run `price [1]`.',
    'So:\n```\nprice = prices [1]\n```',
    'Read prices[1].',
    'See [1](https://example.com).',
  ]) {
    it(`stays text where it was not offered, or is none: ${JSON.stringify(answer)}`, () => {
      assert.deepEqual(citationsOf(answer, offered), []);
    });
  }

  it('has a citation of its own, however often its source is cited', () => {
    const answer = 'The team plan costs 1,200 euros [1]. Refunds are paid within 14 days [1].';
    assert.deepEqual(
      cited(answer).map(({ quote }) => quote.slice(0, 13)),
      ['The team plan', 'Refunds are p'],
    );
  });

  it('stays text behind the hundredth', () => {
    assert.equal(citationsOf('Students pay half [1]. '.repeat(150), offered).length, 100);
  });
});

describe('The support of a sentence', () => {
  for (const answer of [
    'The team plan costs 1.200 euros a year [1].',
    'The team plan costs 1,200 euros a year.[1]',
    'The team plan costs 1,200 euros a year. [1]',
    'The team plan [1] costs 1,200 euros a year.',
    '- The **team plan** costs 1,200 euros a year [1]',
    'For up to 25 seats\nthe team plan costs 1,200 euros [1].',
    'It opens at 9:30 and closes at 18:00 on working days [1].',
    'Contracts end on 2026-12-31 unless they are cancelled before [1].',
    '1) Parking costs 3 euros an hour [2].',
  ]) {
    it(`is that of its quotes: ${JSON.stringify(answer)}`, () => {
      assert.deepEqual(
        supports(answer).map(([, support]) => support),
        ['quoted'],
      );
    });
  }

  for (const answer of [
    'The team plan costs 1,300 euros a year [1].',
    'For up to 26 seats\nthe team plan costs 1,200 euros [1].',
    'The team plan costs 1,300 euros incl. VAT a year [1].',
    'The team plan costs 1,300 euros incl. Austrian VAT a year [1].',
    'It opens at 9:45 and closes at 18:00 on working days [1].',
    'Contracts end on 31 November 2026 unless they are cancelled before [1].',
    'Contracts end on 2026-12-29 unless they are cancelled before [1].',
    'The team plan costs 1,200 euros a year [2].',
    'Penguins inhabit southern hemispheres exclusively [1].',
    'Yes [1].',
  ]) {
    it(`is weak where its quotes do not say it: ${JSON.stringify(answer)}`, () => {
      assert.deepEqual(
        supports(answer).map(([, support]) => support),
        ['weak'],
      );
    });
  }

  it('is judged by the quotes of all its marks together', () => {
    const answer = 'The team plan costs 1,200 euros and parking 3 euros an hour';
    assert.deepEqual(supports(`${answer} [1][2].`), [
      [1, 'quoted'],
      [2, 'quoted'],
    ]);
    assert.deepEqual(supports(`${answer} [1].`), [[1, 'weak']]);
  });

  it('is that of a sentence with a link, whose address says nothing', () => {
    const answer = 'Students pay half of the [price](https://example.com/v2/4711) [1].';
    assert.deepEqual(supports(answer), [[1, 'quoted']]);
  });

  it('is weak where it is longer than any sentence', () => {
    assert.deepEqual(supports(`${'Students pay half of the price, '.repeat(200)} [1].`), [[1, 'weak']]);
  });

  it('says nothing of another sentence', () => {
    assert.deepEqual(supports('The office opens at 8:15. Students pay half of the price [1].'), [
      [1, 'quoted'],
    ]);
  });
});

describe('A quote', () => {
  it('is the part of a long text that says most of the sentence', () => {
    const text = `${'Nothing of it is here. '.repeat(400)}The fee is 7 euros. ${'Nor here. '.repeat(400)}`;
    const [found] = citationsOf('The fee is 7 euros [1].', [source(1, text)]);
    assert.ok(found !== undefined && isQuoted(found));
    assert.match(found.quote, /The fee is 7 euros\./);
    assert.ok(found.quote.length <= 300);
  });

  it('has the numbers of the sentence before its words', () => {
    const text = `The yearly membership fee of the swimming club for adults. ${'x '.repeat(200)} 42.`;
    const [found] = citationsOf('The yearly membership fee for adults is 42 [1].', [source(1, text)]);
    assert.ok(found !== undefined && isQuoted(found));
    assert.match(found.quote, /42/);
  });

  it('is the beginning where the source says nothing of the sentence', () => {
    const text = `First words. ${'Lorem ipsum dolor. '.repeat(100)}`;
    const [found] = citationsOf('Penguins are birds [1].', [source(1, text)]);
    assert.ok(found !== undefined && isQuoted(found));
    assert.match(found.quote, /^First words\./);
    assert.ok(text.includes(found.quote) && found.quote.length <= 300);
  });
});

export const breaks: readonly Break[] = [
  {
    rule: 'A number that was not offered stays text',
    file: 'src/contract/citations/citation-marks.ts',
    replace: 'if (numbers.has(each.n)) found.push(each);',
    by: 'found.push({ ...each, n: 1 });',
  },
  {
    rule: 'An answer has a hundred citations at most',
    file: 'src/contract/citations/citation-marks.ts',
    replace: 'if (found.length === count) break;',
    by: '',
  },
  {
    rule: 'Every number of a sentence must stand in its quotes',
    file: 'src/core/citations/cite.ts',
    replace: "if ([...figures].some((figure) => !said.has(figure))) return 'weak';",
    by: '',
  },
  {
    rule: 'Half of the words of a sentence must stand in its quotes',
    file: 'src/core/citations/cite.ts',
    replace: 'known.length * 2 >= words.size',
    by: 'known.length >= 0',
  },
  {
    rule: 'A sentence without anything to compare is supported by nothing',
    file: 'src/core/citations/cite.ts',
    replace: "if (figures.size + words.size === 0) return 'weak';",
    by: '',
  },
  {
    rule: 'Lines of a paragraph are one sentence',
    file: 'src/core/citations/cited-sentences.ts',
    replace: "before.trim() === '' || isBlock.test(before) || beginsBlock.test(line)",
    by: 'true',
  },
  {
    rule: 'An abbreviation ends no sentence',
    file: 'src/core/citations/cited-sentences.ts',
    replace: 'if (noEnd.test(segment.slice(-longestEnd)) && to < block.text.length) continue;',
    by: '',
  },
  {
    rule: 'A mark behind a full stop belongs to the sentence before',
    file: 'src/core/citations/cited-sentences.ts',
    replace: '(places.get(mark.at) ?? 0) - 1)',
    by: '(places.get(mark.at) ?? 0) + 1)',
  },
  {
    rule: 'The number of a list item is none of its sentence',
    file: 'src/core/citations/cited-sentences.ts',
    replace: "replace(isFirst ? lineBeginning : '', '')",
    by: "replace('', '')",
  },
  {
    rule: 'A quote has the numbers before the words',
    file: 'src/core/citations/choose-quote.ts',
    replace: 'weights.set(figure, words.size + 1)',
    by: 'weights.set(figure, 1)',
  },
  {
    rule: 'The address of a link says nothing of its sentence',
    file: 'src/core/citations/cite.ts',
    replace: "claimOf(text.replace(addresses, ' '))",
    by: 'claimOf(text)',
  },
  {
    rule: 'What is longer than a sentence is supported by no quote',
    file: 'src/core/citations/cite.ts',
    replace: 'text.length > longestSentence ? nothing : ',
    by: 'text.length < 0 ? nothing : ',
  },
];
