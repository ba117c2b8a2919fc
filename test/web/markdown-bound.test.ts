import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { Lexer } from 'marked';
import type { Break } from '#test/break.ts';
import { blockMath } from '../../src/web/shared/markdown/formulas/math-syntax.ts';
import { readTail } from '../../src/web/shared/markdown/growing/complete-tail.ts';
import { addSyntax, readBlocks } from '../../src/web/shared/markdown/lexer.ts';
import {
  footnoteDefinition,
  footnoteReference,
  sourceNote,
} from '../../src/web/shared/markdown/sources/source-syntax.ts';
import { hostileMarkdown, longHostileMarkdown, ordinaryMarkdown } from './markdown-hostile.ts';

/** A multiple of the processor time that an ordinary answer of the same length takes on the same machine. */
const mostTimes = 40;

before(() => addSyntax([footnoteDefinition, footnoteReference, sourceNote]));

test('no answer takes much longer to read than an ordinary one of its length, finished or not', () => {
  const ordinary = Array.from({ length: 20 }, () => ordinaryMarkdown);
  const ordinaryPerCharacter =
    least(() => ordinary.map((text) => readBlocks(text))) / (20 * ordinaryMarkdown.length);
  for (const [name, source] of [...Object.entries(hostileMarkdown), ...Object.entries(longHostileMarkdown)]) {
    const most = mostTimes * ordinaryPerCharacter * source.length;
    const finished = least(() => readBlocks(source), most);
    const unfinished = least(() => readTail(source, {}), most);
    assert.ok(finished <= most && unfinished <= most, `${name}: ${finished}, ${unfinished} of ${most} ms`);
  }
});

test('notes, footnotes and alerts of 100 kB are read in proportion to their length', () => {
  const units = [
    '[^',
    '> [!',
    '[1',
    '[^a]: b\n',
    'a\n[^a]: b\n',
    'a[^a]\n\n',
    '> [!NOTE]\n\n',
    '- [^a]: b\n',
  ];
  for (const unit of units) {
    const small = unit.repeat(25_000 / unit.length);
    const long = small.repeat(4);
    const read = (text: string) => [readBlocks(text), readTail(text, {})];
    const parts = least(() => [small, small, small, small].map(read), 0, 2);
    const most = 2.5 * parts + 20;
    const whole = least(() => read(long), most);
    assert.ok(whole <= most, `${unit}: ${whole} ms at once, ${parts} ms in four parts`);
  }
});

test('a block that would take long is shown as the text that was written, all of it', () => {
  const repeated = ['_a*', '[a](', '$a '].map((unit) => unit.repeat(5_000).trim());
  for (const source of [...repeated, `https://a.example/${')'.repeat(15_000)}`]) {
    const [block, ...others] = readBlocks(source).tokens;
    assert.deepEqual(others, []);
    assert.deepEqual(inlineOf(block), [['text', source]]);
  }
});

test('a paragraph may be cut where a formula begins, and not at marks that begin none', () => {
  assert.equal(placeOf('some words\n$$ x = y $$\n'), 10);
  assert.equal(placeOf('some words\n$$ x = y\nmore words\n$$ and more'), undefined);
});

test('a formula is searched for near the beginning of a paragraph only', () => {
  const lines = 'some words\n'.repeat(1_000);
  assert.equal(placeOf(`${lines}$$ x = y $$\n`), undefined);
});

test('a long paragraph of ordinary marks keeps them', () => {
  const bold = 'Some words, and **a few** of them bold; see [here](https://a.example/path). ';
  const [block] = readBlocks(bold.repeat(50)).tokens;
  const types = inlineOf(block).map(([type]) => type);
  assert.equal(types.filter((type) => type === 'strong').length, 50);
  assert.equal(types.filter((type) => type === 'link').length, 50);
});

test('lists and quotes are read sixteen deep, and are text below that', () => {
  assert.equal(depthOf(readBlocks(`${'- '.repeat(10)}a`).tokens[0]), 10);
  assert.equal(depthOf(readBlocks(`${'- '.repeat(5_000)}a`).tokens[0]), 16);
  assert.equal(depthOf(readBlocks(`${'> '.repeat(5_000)}a`).tokens[0]), 16);
});

/**
 * The least processor time of a few rounds, in milliseconds; one below `enough` is sufficient. By the clock,
 * the interruptions of a busy machine would count, and they hit long reads more than short ones. Some systems count in ticks of several milliseconds, so
 * what is short is read several times.
 */
function least(read: () => unknown, enough = 0, rounds = 3): number {
  let best = Number.POSITIVE_INFINITY;
  for (let round = 0; round < rounds && best > enough; round++) {
    const before = process.threadCpuUsage();
    read();
    const { user, system } = process.threadCpuUsage(before);
    best = Math.min(best, (user + system) / 1_000);
  }
  return best;
}

/** Where a paragraph may be cut. */
function placeOf(source: string) {
  return blockMath.start?.call({ lexer: new Lexer() }, source);
}

function inlineOf(block: unknown): (readonly [unknown, unknown])[] {
  return childrenOf(block, 'tokens').map((child) => [member(child, 'type'), member(child, 'raw')] as const);
}

function depthOf(block: unknown): number {
  const children = [...childrenOf(block, 'items'), ...childrenOf(block, 'tokens')];
  const isLevel = member(block, 'type') === 'list' || member(block, 'type') === 'blockquote';
  return (isLevel ? 1 : 0) + Math.max(0, ...children.map(depthOf));
}

function childrenOf(value: unknown, name: string): readonly unknown[] {
  const children = member(value, name);
  return Array.isArray(children) ? children : [];
}

function member(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}

export const breaks: readonly Break[] = [
  {
    rule: 'A bare address and brackets are read within the bound',
    file: 'src/web/shared/markdown/parse-bound.ts',
    replace: '.,:;&@()',
    by: '.,:;&@',
  },
  {
    rule: 'A formula is searched for near the beginning of a paragraph only',
    file: 'src/web/shared/markdown/formulas/math-syntax.ts',
    replace: 'source.slice(0, longestParagraph).split',
    by: 'source.split',
  },
  {
    rule: 'a block that would take long to read is shown as text',
    file: 'src/web/shared/markdown/parse-bound.ts',
    replace: 'const mostWork = 2_000_000;',
    by: 'const mostWork = Number.POSITIVE_INFINITY;',
  },
  {
    rule: 'lists and quotes are read to a bounded depth',
    file: 'src/web/shared/markdown/lexer.ts',
    replace: 'if (this.#depth === deepest) return undefined;',
    by: 'if (this.#depth === deepest * 1_000) return undefined;',
  },
  {
    rule: 'marks that begin no formula cut no paragraph',
    file: 'src/web/shared/markdown/formulas/math-syntax.ts',
    replace: 'if (readFormula(source.slice(index + 1)) !== null) return index;',
    by: 'return index;',
  },
];
