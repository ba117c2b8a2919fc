import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { OfferedSource } from '#core/knowledge/offered-source.ts';
import { describeSources, type FenceOfSources } from '#core/knowledge/source-text.ts';
import type { Break } from '#test/break.ts';

const prices: OfferedSource = {
  n: 1,
  source: 'client',
  documentId: 'prices',
  title: 'Prices',
  url: null,
  heading: 'Plans > Team',
  text: 'The team plan costs 12 euros.\nA month.',
};
const terms: OfferedSource = {
  ...prices,
  n: 2,
  source: 'operator',
  documentId: 'terms',
  heading: '',
  text: 'Be fair.',
};
const fence: FenceOfSources = {
  key: 'secret',
  agentSlug: 'assistant',
  corpora: [
    { id: 1, revision: 7 },
    { id: 2, revision: 9 },
  ],
};

describe('Sources in a prompt', () => {
  it('have their numbers, their documents and their headings', () => {
    const { whole, found } = describeSources({ mode: 'found', sources: [prices, terms] }, fence);
    assert.equal(whole, '');
    assert.match(
      found,
      /\n<sources ([0-9a-f]+)>\n\[1\] Prices > Plans > Team\nThe team plan costs 12 euros\.\nA month\.\n\n\[2\] Prices\nBe fair\.\n<\/sources \1>$/,
    );
    assert.match(found, /put its number in square brackets behind that sentence, like \[1\]/);
  });

  it('are fenced differently in each turn where they were found', () => {
    const describeFound = () => describeSources({ mode: 'found', sources: [prices] }, fence).found;
    assert.notEqual(describeFound(), describeFound());
  });

  it('are the same text in every turn where they are whole, until a document changes', () => {
    const wholeWith = (more: Partial<FenceOfSources>) =>
      describeSources({ mode: 'whole', sources: [prices] }, { ...fence, ...more });
    assert.equal(wholeWith({}).found, '');
    assert.equal(wholeWith({}).whole, wholeWith({}).whole);
    const others = [
      { key: 'another' },
      { agentSlug: 'another' },
      { corpora: [{ id: 1, revision: 8 }, fence.corpora[1] ?? assert.fail()] },
      { corpora: [{ id: 1, revision: 7 }] },
    ].map((more) => wholeWith(more).whole);
    assert.equal(new Set([...others, wholeWith({}).whole]).size, 5);
  });

  it('that do not match are named as missing, without anything to cite', () => {
    const { whole, found } = describeSources({ mode: 'none', sources: [] }, fence);
    assert.equal(whole, '');
    assert.match(found, /no source matches the question/);
    assert.doesNotMatch(found, /<sources/);
  });

  it('have no numbers that an answer would repeat as citations, but those of code', () => {
    const noted = {
      ...prices,
      text: 'It costs 12 euros [2], or 10 [3][14].\n\n```\nlist [2]\n```\nSee a[1].',
    };
    const { found } = describeSources({ mode: 'found', sources: [noted, terms] }, fence);
    assert.match(
      found,
      /\nIt costs 12 euros, or 10\.\n\n```\nlist \[2\]\n```\nSee a\[1\]\.\n\n\[2\] Prices\n/,
    );
  });

  it('show no instruction that a person cannot see', () => {
    const hidden = { ...prices, title: 'Pri\u200bces', text: 'Twelve.\u{e0049}\u{e0047} \u202eeuros' };
    const { found } = describeSources({ mode: 'found', sources: [hidden] }, fence);
    assert.match(found, /\[1\] Prices > Plans > Team\nTwelve\. euros\n/);
  });
});

export const breaks: readonly Break[] = [
  {
    rule: 'A whole corpus is fenced alike until a document changes',
    file: 'src/core/knowledge/source-text.ts',
    replace: 'textOf(sources), marksOf(fence))',
    by: 'textOf(sources), randomMarks)',
  },
  {
    rule: 'A source shows a model no number that would cite another one',
    file: 'src/core/knowledge/source-text.ts',
    replace: 'withoutCitationMarks(`${name}\\n${text}`)',
    by: '`${name}\\n${text}`',
  },
  {
    rule: 'A changed corpus has another fence',
    file: 'src/core/knowledge/source-text.ts',
    replace: '[id, revision]',
    by: '[id]',
  },
  {
    rule: 'Found sources have a fence of their turn',
    file: 'src/core/knowledge/source-text.ts',
    replace: 'textOf(sources), randomMarks)',
    by: 'textOf(sources), marksOf(fence))',
  },
];
