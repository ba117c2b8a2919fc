import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { sourcesOf } from '#core/citations/answer-sources.ts';
import { knownLinks } from '#core/citations/known-links.ts';
import type { Break } from '#test/break.ts';

const text = 'Read https://example.com/a?b=1, (https://example.com/wiki/A_(b)) or ask help@example.com.';

/** Answers, and those of their addresses that stand in the text. */
const known: readonly (readonly [string, readonly string[]])[] = [
  ['See https://example.com/a?b=1.', ['https://example.com/a?b=1']],
  ['See [here](https://example.com/a?b=1).', ['https://example.com/a?b=1']],
  // A page may read the bracket as one around it.
  [
    'See <https://example.com/wiki/A_(b)>',
    ['https://example.com/wiki/A_(b)', 'https://example.com/wiki/A_(b'],
  ],
  ['Write to help@example.com!', ['help@example.com']],
  ['See https://example.com/a?b=1&secret=4711', []],
  ['See https://example.com/a', []],
  ['See https://example.org/a?b=1', []],
  ['![](https://example.com/pixel.png?d=secret)', []],
  ['Nothing', []],
];

describe('The known links of an answer', () => {
  for (const [answer, links] of known) {
    it(`are the addresses that stand elsewhere exactly: ${answer}`, () => {
      assert.deepEqual(knownLinks(answer, ['Nothing', text]), links);
    });
  }

  it('are fifty at most', () => {
    const many = Array.from({ length: 80 }, (_, nth) => `https://example.com/${nth}`).join(' ');
    assert.equal(knownLinks(many, [many]).length, 50);
  });

  it('are as long as addresses that lead anywhere', () => {
    const long = (length: number) => 'https://example.com/'.padEnd(length, 'a');
    assert.deepEqual(knownLinks(long(2_048), [long(2_048)]), [long(2_048)]);
    assert.deepEqual(knownLinks(long(2_049), [long(2_049)]), []);
  });

  it('are those of the question, the instructions, and the sources with their own addresses', () => {
    const answer =
      'https://a.example https://b.example https://c.example https://d.example https://e.example';
    const { citations, links } = sourcesOf(answer, {
      question: 'What is https://a.example?',
      instructions: ['Name https://b.example.'],
      offered: [
        {
          ...{ n: 1, source: 'operator', documentId: 'd', title: 'D', heading: '' },
          url: 'https://c.example',
          text: 'More at https://d.example.',
        },
      ],
      results: null,
    });
    assert.deepEqual(links, [
      ...['https://a.example', 'https://b.example', 'https://c.example', 'https://d.example'],
    ]);
    assert.deepEqual(citations, []);
  });

  it('are those that a tool has named, where an answer was written without documents', () => {
    const answer = 'https://a.example https://b.example https://c.example [1]';
    const basis = { question: 'https://a.example', instructions: [], offered: null };
    const results = ['Order 7: https://b.example', ''];
    const links = ['https://a.example', 'https://b.example'];
    assert.deepEqual(sourcesOf(answer, { ...basis, results }), { citations: null, links });
  });

  it('are not judged where no document was looked at and no tool was used', () => {
    const basis = { question: 'https://a.example', instructions: [], offered: null, results: null };
    assert.deepEqual(sourcesOf('https://a.example [1]', basis), { citations: null, links: null });
  });

  it('are found in one pass, however hostile the answer is', () => {
    for (const hostile of ['a', 'a@', 'a@b.', 'https://', 'https://a)))', '.', 'www.']) {
      assert.ok(knownLinks(hostile.repeat(100_000), ['https://example.com']).length === 0);
    }
  });
});

export const breaks: readonly Break[] = [
  {
    rule: 'An address of the answer is known only where it stands exactly',
    file: 'src/core/citations/known-links.ts',
    replace: 'filter((each) => known.has(each))',
    by: 'filter((each) => [...known].some((one) => each.startsWith(one.slice(0, 12))))',
  },
  {
    rule: 'Fifty addresses of an answer are known at most',
    file: 'src/core/citations/known-links.ts',
    replace: '.slice(0, mostLinks)',
    by: '',
  },
  {
    rule: 'The addresses that a tool has named are known',
    file: 'src/core/citations/answer-sources.ts',
    replace: ', ...(results ?? [])]',
    by: ']',
  },
  {
    rule: 'The address of a document is known',
    file: 'src/core/citations/answer-sources.ts',
    replace: "[text, url ?? '']",
    by: '[text]',
  },
  {
    rule: 'What is longer than any address is no known link',
    file: 'src/core/citations/known-links.ts',
    replace: '    if (found.length > longestAddress) continue;\n',
    by: '',
  },
];
