import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { type Block, chunkBlocks } from '#core/knowledge/chunk-blocks.ts';
import type { Break } from '#test/break.ts';

const text = (body: string, heading = 'Guide'): Block => ({ heading, kind: 'text', text: body });
const bodies = (...blocks: Block[]) => chunkBlocks(blocks).map(({ body }) => body);
const sentence = (number: number) => `Sentence number ${number} says something about the price of a plan.`;
const paragraph = (sentences: number) =>
  Array.from({ length: sentences }, (_, nth) => sentence(nth)).join(' ');

describe('The chunks of a document', () => {
  it('join paragraphs below one heading, up to about 1,000 characters', () => {
    const parts = Array.from({ length: 12 }, (_, nth) => `${nth} ${'word '.repeat(60)}end`);
    const chunks = bodies(...parts.map((part) => text(part)));
    assert.deepEqual(chunks.join('\n\n'), parts.join('\n\n'));
    assert.deepEqual(
      chunks.map((chunk) => chunk.split('\n\n').length),
      [3, 3, 3, 3],
    );
  });

  it('never join what stands below different headings', () => {
    assert.deepEqual(chunkBlocks([text('One.', 'A'), text('Two.', 'A › B'), text('Three.', 'A')]), [
      { heading: 'A', body: 'One.' },
      { heading: 'A › B', body: 'Two.' },
      { heading: 'A', body: 'Three.' },
    ]);
  });

  it('part a long paragraph between its sentences', () => {
    const chunks = bodies(text(paragraph(40)));
    assert.ok(chunks.length > 2);
    for (const chunk of chunks) {
      assert.ok(chunk.length <= 1_200, `${chunk.length} characters`);
      assert.match(chunk, /^Sentence .*plan\.$/s);
    }
    assert.equal(chunks.join(' '), paragraph(40));
  });

  it('keep code and tables whole, together with a sentence that introduces them', () => {
    const code = Array.from({ length: 60 }, (_, line) => `const value${line} = read(${line});`).join('\n');
    assert.deepEqual(bodies(text('Run this:'), { heading: 'Guide', kind: 'code', text: code }), [
      `Run this:\n\n${code}`,
    ]);
    const rows = [
      'Plan | Price',
      ...Array.from({ length: 90 }, (_, row) => `Plan ${row} | ${row} euros`),
    ].join('\n');
    assert.deepEqual(bodies({ heading: 'Guide', kind: 'table', text: rows }), [rows]);
  });

  it('part a table that is too long between rows, each part below the names of the columns', () => {
    const header = '| Plan | Price |\n|---|---|';
    const rows = Array.from({ length: 400 }, (_, row) => `| Plan ${row} | ${row} euros |`);
    const chunks = bodies({ heading: '', kind: 'table', text: [header, ...rows].join('\n') });
    const found = chunks.flatMap((chunk) => {
      assert.ok(chunk.startsWith(`${header}\n`), chunk);
      assert.ok(chunk.length <= 1_200, `${chunk.length} characters`);
      return chunk.replaceAll(`${header}\n`, '').split('\n');
    });
    assert.deepEqual(found, rows);
  });

  it('part what has no place for it, but no character', () => {
    const chunks = bodies(text('👋'.repeat(1_500)));
    assert.equal(chunks.join(''), '👋'.repeat(1_500));
    assert.ok(chunks.every((chunk) => chunk.isWellFormed() && chunk.length <= 1_000));
  });

  it('have all words of the document in their order', () => {
    const line = fc
      .array(
        fc.constantFrom('word', 'größer', '价格', '.', '. ', ' ', '\t', 'x'.repeat(1_300), '| a |', ','),
        {
          maxLength: 40,
        },
      )
      .map((parts) => parts.join(''));
    const block = fc.record({
      heading: fc.constantFrom('', 'A', 'A › B'),
      kind: fc.constantFrom('text' as const, 'code' as const),
      text: fc.array(line, { maxLength: 30 }).map((lines) => lines.join('\n')),
    });
    const letters = (body: string) => body.replaceAll(/\s/g, '');
    fc.assert(
      fc.property(fc.array(block, { maxLength: 12 }), (blocks) => {
        const chunks = chunkBlocks(blocks);
        assert.equal(
          chunks.map(({ body }) => letters(body)).join(''),
          blocks.map((each) => letters(each.text)).join(''),
        );
        for (const { body } of chunks)
          assert.ok(body.length <= 4_000 && body.trim() !== '', `${body.length}`);
      }),
      { numRuns: 200 },
    );
  });
});

export const breaks: readonly Break[] = [
  {
    rule: 'A chunk stands below one heading',
    file: 'src/core/knowledge/chunk-blocks.ts',
    replace: 'last?.heading !== heading || ',
    by: 'last === undefined || ',
  },
  {
    rule: 'A long paragraph is parted between sentences',
    file: 'src/core/knowledge/chunk-blocks.ts',
    replace: 'for (const { segment } of sentences.segment(whole)) {',
    by: 'for (const segment of [whole]) {',
  },
  {
    rule: 'Code and tables are whole up to 4,000 characters',
    file: 'src/core/knowledge/chunk-blocks.ts',
    replace: 'if (text.length <= longestWhole) return',
    by: 'if (text.length <= usual) return',
  },
  {
    rule: 'Each part of a table begins with the names of its columns',
    file: 'src/core/knowledge/chunk-blocks.ts',
    replace: 'return linePieces(rows.slice(header.length), beginning);',
    by: 'return linePieces(rows);',
  },
  {
    rule: 'No character is parted between chunks',
    file: 'src/core/knowledge/chunk-blocks.ts',
    replace: 'space > 0 ? space : wholeCharacters(rest, usual)',
    by: 'space > 0 ? space : usual - 1',
  },
];
