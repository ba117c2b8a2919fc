import type { Token } from 'marked';
import { type Block, type BlockKey, isSameKey, toBlocks } from '../block.ts';
import { buildBlock } from '../build-block.ts';
import { type LinkTable, readBlocks } from '../lexer.ts';
import { morphChildren } from '../morph.ts';
import { ShownBlocks } from '../shown-blocks.ts';
import { buildFootnotes } from '../sources/footnotes.ts';
import { readSources } from '../sources/sources.ts';
import { readTail } from './complete-tail.ts';
import { growBlock } from './grow-block.ts';
import { countSettled } from './settled.ts';

/** A list or table of more characters is read again for what it settles when it has grown by a quarter. */
const longOpen = 8_000;

/**
 * Shows Markdown that grows. Blocks that no later text can change are built once; only what follows them is read
 * again. `finish` reads the whole once more, for what only the end can decide (a link defined at the bottom), and
 * rebuilds the blocks that this changes.
 */
export class MarkdownView {
  readonly #host: HTMLElement;
  #blocks: ShownBlocks;
  #received = '';
  /** The received text, with `\n` as its only line ending. */
  #source = '';
  /** Keys of the blocks that are settled, one for each of the first nodes of the host. */
  #settled: BlockKey[] = [];
  #settledEnd = 0;
  /** How far whole lines have to reach before they are read for what they settle. */
  #nextEnd = 1;
  #links: LinkTable = {};
  #level = 0;
  /** The blocks after the settled ones, which are in the nodes after theirs. */
  #tail: readonly Block[] = [];
  /** The definitions of footnotes that are settled. */
  #notes: Token[] = [];

  constructor(host: HTMLElement) {
    readSources();
    this.#host = host;
    this.#blocks = new ShownBlocks(host);
  }

  get received(): string {
    return this.#received;
  }

  append(text: string): void {
    this.#take(text);
    const from = this.#settled.length;
    const settled = this.#readSettled();
    const last = readTail(this.#source.slice(this.#settledEnd), this.#links);
    const tail = toBlocks(last, this.#links, this.#level).blocks;
    this.#place([...settled, ...tail], from, [...this.#notes, ...last], false);
    this.#settled.push(...settled.map(({ key }) => key));
    this.#tail = tail;
    this.#blocks.enhance(from, settled.length);
  }

  finish(): void {
    if (this.#received.endsWith('\r')) this.#source += '\n';
    const { tokens, links } = readBlocks(this.#source);
    const { blocks } = toBlocks(tokens, links, 0);
    const settled = blocks.slice(0, this.#settled.length);
    const rest = blocks.slice(settled.length);
    this.#blocks.exchange(this.#settled, settled);
    this.#place(rest, settled.length, tokens, true);
    this.#blocks.enhance(settled.length, rest.length + 1);
    this.#settled = blocks.map(({ key }) => key);
    this.#settledEnd = this.#source.length;
    this.#tail = [];
    this.#notes = [];
  }

  clear(): void {
    this.#host.replaceChildren();
    this.#blocks = new ShownBlocks(this.#host);
    this.#received = '';
    this.#source = '';
    this.#settled = [];
    this.#settledEnd = 0;
    this.#nextEnd = 1;
    this.#links = {};
    this.#level = 0;
    this.#tail = [];
    this.#notes = [];
  }

  /** Resolves when code is highlighted and formulas are rendered. */
  enhanced(): Promise<void> {
    return this.#blocks.enhanced();
  }

  /** A carriage return at the end waits for the character after it. */
  #take(text: string): void {
    const whole = this.#received.endsWith('\r') ? `\r${text}` : text;
    this.#received += text;
    this.#source += whole.replace(/\r$/, '').replace(/\r\n?/g, '\n');
  }

  /** Blocks that whole lines have settled since the last call. Half a line settles nothing. */
  #readSettled(): readonly Block[] {
    const linesEnd = this.#source.lastIndexOf('\n') + 1;
    if (linesEnd < this.#nextEnd) return [];
    const { tokens, links } = readBlocks(this.#source.slice(this.#settledEnd, linesEnd), this.#links);
    const settled = tokens.slice(0, countSettled(tokens));
    const { blocks, level } = toBlocks(settled, links, this.#level);
    this.#links = links;
    this.#level = level;
    for (const token of settled) this.#settledEnd += token.raw.length;
    this.#notes.push(...settled.filter(({ type }) => type === 'footnote'));
    const open = linesEnd - this.#settledEnd;
    this.#nextEnd = linesEnd + Math.max(1, open < longOpen ? 0 : open / 4);
    return blocks;
  }

  /** Shows `blocks` from `from` on, and below them the footnotes that `tokens` define. */
  #place(blocks: readonly Block[], from: number, tokens: readonly Token[], hasEnded: boolean): void {
    const nodes = this.#nodesOf(blocks, from);
    const hasNotes = this.#source.includes('[^');
    const all = hasNotes ? [...[...this.#host.childNodes].slice(0, from), ...nodes] : [];
    const notes = hasNotes ? buildFootnotes(this.#host, all, tokens, hasEnded) : [];
    morphChildren(this.#host, [...nodes, ...notes], from);
  }

  /**
   * The nodes of `blocks`, the first of which stands at `from`: those that stand there already, where they can stay.
   */
  #nodesOf(blocks: readonly Block[], from: number): Node[] {
    const present = this.#tail.map((_, nth) => this.#host.childNodes[from + nth]);
    return blocks.flatMap((block, nth) => {
      const node = present[nth];
      const before = this.#tail[nth];
      if (node !== undefined && before !== undefined && this.#stays(node, before, block, nth)) return [node];
      return buildBlock(block.token) ?? [];
    });
  }

  /** The last one was completed, so the same key may stand for other nodes. */
  #stays(node: Node, before: Block, after: Block, nth: number): boolean {
    const isLast = nth === this.#tail.length - 1;
    if (!isLast && isSameKey(before.key, after.key)) return true;
    return before.key.links === after.key.links && growBlock(node, before.token, after.token);
  }
}
