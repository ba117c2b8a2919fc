import type { Token } from 'marked';
import { type Block, countSettled, toBlocks } from './block.ts';
import { buildBlock, buildBlocks } from './build-block.ts';
import { enhanceLater } from './enhance-later.ts';
import { type LinkTable, readBlocks } from './lexer.ts';
import { morphChildren } from './morph.ts';
import { mayHaveSources, prepareSources, sources } from './sources-part.ts';
import { readTail } from './tail-reader.ts';

/**
 * Shows Markdown that grows. Blocks that no later text can change are built once; only what follows them is read
 * again. `finish` reads the whole once more, for what only the end can decide (a link defined at the bottom), and
 * rebuilds the blocks that this changes.
 */
export class MarkdownView {
  readonly #host: HTMLElement;
  #received = '';
  /** The received text, with `\n` as its only line ending. */
  #source = '';
  /** Keys of the blocks that are settled, one for each of the first nodes of the host. */
  #settled: string[] = [];
  #settledEnd = 0;
  #linesEnd = 0;
  #links: LinkTable = {};
  #level = 0;
  /** The definitions of footnotes that are settled. */
  #notes: Token[] = [];
  #pending: Promise<unknown>[] = [];

  constructor(host: HTMLElement) {
    this.#host = host;
  }

  get received(): string {
    return this.#received;
  }

  append(text: string): void {
    this.#take(text);
    const from = this.#settled.length;
    const settled = this.#readSettled();
    const last = this.#readTail();
    const tail = toBlocks(last, this.#links, this.#level).blocks;
    const nodes = buildBlocks([...settled, ...tail].map(({ token }) => token));
    morphChildren(this.#host, [...nodes, ...this.#buildNotes(nodes, from, last)], from);
    this.#settled.push(...settled.map(({ key }) => key));
    this.#enhance(from, settled.length);
  }

  finish(): void {
    if (this.#received.endsWith('\r')) this.#source += '\n';
    const { tokens, links } = readBlocks(this.#source);
    const { blocks } = toBlocks(tokens, links, 0);
    for (const [index, block] of blocks.entries()) this.#exchange(index, block);
    this.#settled = blocks.map(({ key }) => key);
    this.#settledEnd = this.#source.length;
    this.#notes = [];
    morphChildren(this.#host, this.#buildNotes([], blocks.length, tokens, true), blocks.length);
    this.#enhance(blocks.length, 1);
    if (sources.buildFootnotes === null && mayHaveSources(this.#source)) this.#finishAgain();
  }

  clear(): void {
    this.#host.replaceChildren();
    this.#received = '';
    this.#source = '';
    this.#settled = [];
    this.#settledEnd = 0;
    this.#linesEnd = 0;
    this.#links = {};
    this.#level = 0;
    this.#notes = [];
  }

  /** Resolves when code is highlighted and formulas are rendered. */
  async enhanced(): Promise<void> {
    await Promise.all(this.#pending);
  }

  /** A carriage return at the end waits for the character behind it. */
  #take(text: string): void {
    const whole = this.#received.endsWith('\r') ? `\r${text}` : text;
    this.#received += text;
    this.#source += whole.replace(/\r$/, '').replace(/\r\n?/g, '\n');
  }

  /** Blocks that whole lines have settled since the last call. Half a line settles nothing. */
  #readSettled(): readonly Block[] {
    const linesEnd = this.#source.lastIndexOf('\n') + 1;
    if (linesEnd === this.#linesEnd) return [];
    this.#linesEnd = linesEnd;
    const { tokens, links } = readBlocks(this.#source.slice(this.#settledEnd, linesEnd), this.#links);
    const settled = tokens.slice(0, countSettled(tokens));
    const { blocks, level } = toBlocks(settled, links, this.#level);
    this.#links = links;
    this.#level = level;
    for (const token of settled) this.#settledEnd += token.raw.length;
    this.#notes.push(...settled.filter(({ type }) => type === 'footnote'));
    return blocks;
  }

  #readTail(): Token[] {
    return readTail(this.#source.slice(this.#settledEnd), this.#links);
  }

  /** The list of footnotes below the blocks, of which those from `from` on are `nodes`; `last` may define more. */
  #buildNotes(nodes: readonly Node[], from: number, last: readonly Token[], hasEnded = false): Node[] {
    if (sources.buildFootnotes === null || !this.#source.includes('[^')) return [];
    const all = [...[...this.#host.childNodes].slice(0, from), ...nodes];
    return sources.buildFootnotes(this.#host, all, [...this.#notes, ...last], hasEnded);
  }

  #finishAgain(): void {
    const source = this.#source;
    const again = prepareSources().then(() => {
      if (this.#source === source) this.finish();
    });
    // Without the part the marks stay as they were written.
    this.#pending.push(again.catch(() => undefined));
  }

  #exchange(index: number, block: Block): void {
    if (this.#settled[index] === block.key) return;
    const node = buildBlock(block.token);
    if (node === null) return;
    const present = this.#host.childNodes[index];
    // A settled block may be highlighted already while a new one is not, so blocks are replaced as a whole.
    if (index < this.#settled.length) present?.replaceWith(node);
    else morphChildren(this.#host, [node, ...[...this.#host.childNodes].slice(index + 1)], index);
    this.#enhance(index, 1);
  }

  #enhance(from: number, count: number): void {
    for (let index = from; index < from + count; index += 1) {
      const node = this.#host.childNodes[index];
      if (node instanceof HTMLElement) this.#pending.push(enhanceLater(node));
    }
  }
}
