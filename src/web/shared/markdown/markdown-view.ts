import type { Token } from 'marked';
import { buildBlock } from './build-block.ts';
import { readTail } from './complete-tail.ts';
import { enhance } from './enhance.ts';
import { type LinkTable, readBlocks } from './lexer.ts';
import { morphChildren } from './morph.ts';

interface Frozen {
  readonly key: string;
}

/**
 * Shows Markdown that grows. Blocks that no later text can change are built once; only what follows
 * them is read again. `finish` reads the whole once more, for what only the end can tell (a link
 * defined at the bottom), and rebuilds the blocks that this changes.
 */
export class MarkdownView {
  readonly #host: HTMLElement;
  #source = '';
  #carriageReturn = false;
  #frozen: Frozen[] = [];
  #frozenEnd = 0;
  #linesEnd = 0;
  #links: LinkTable = {};
  #pending: Promise<unknown>[] = [];

  constructor(host: HTMLElement) {
    this.#host = host;
  }

  append(text: string): void {
    this.#source += this.#readLines(text);
    const settled = this.#readSettled();
    const blocks = settled.flatMap((token) => buildBlock(token) ?? []);
    const tail = readTail(this.#source.slice(this.#frozenEnd), this.#links);
    const from = this.#frozen.length - blocks.length;
    morphChildren(this.#host, [...blocks, ...tail.flatMap((token) => buildBlock(token) ?? [])], from);
    this.#enhanceFrom(from, blocks.length);
  }

  finish(): void {
    if (this.#carriageReturn) this.#source += '\n';
    this.#carriageReturn = false;
    const { tokens, links } = readBlocks(this.#source);
    const shown = tokens.flatMap((token) => {
      const node = buildBlock(token);
      return node === null ? [] : [{ node, key: keyOf(token, links) }];
    });
    for (const [index, { node, key }] of shown.entries()) this.#settle(index, node, key);
    while (this.#host.childNodes.length > shown.length) this.#host.lastChild?.remove();
    this.#frozen = shown.map(({ key }) => ({ key }));
    this.#frozenEnd = this.#source.length;
  }

  clear(): void {
    this.#host.replaceChildren();
    this.#source = '';
    this.#carriageReturn = false;
    this.#frozen = [];
    this.#frozenEnd = 0;
    this.#linesEnd = 0;
    this.#links = {};
  }

  get source(): string {
    return this.#source;
  }

  /** Resolves when code is coloured and formulas are set. */
  async enhanced(): Promise<void> {
    await Promise.all(this.#pending);
  }

  /** Line ends as `\n`; a carriage return at the end waits for the character behind it. */
  #readLines(text: string): string {
    const whole = this.#carriageReturn ? `\r${text}` : text;
    this.#carriageReturn = whole.endsWith('\r');
    return (this.#carriageReturn ? whole.slice(0, -1) : whole).replace(/\r\n?/g, '\n');
  }

  #settle(index: number, node: HTMLElement, key: string): void {
    if (this.#frozen[index]?.key === key) return;
    const present = this.#host.childNodes[index];
    // A frozen block may be coloured already, which a fresh one is not: they are exchanged as a whole.
    if (index < this.#frozen.length) present?.replaceWith(node);
    else morphChildren(this.#host, [node, ...[...this.#host.childNodes].slice(index + 1)], index);
    this.#enhanceFrom(index, 1);
  }

  /** Tokens that whole lines have settled since the last call. Half a line settles nothing. */
  #readSettled(): Token[] {
    const linesEnd = this.#source.lastIndexOf('\n') + 1;
    if (linesEnd === this.#linesEnd) return [];
    this.#linesEnd = linesEnd;
    const { tokens, links } = readBlocks(this.#source.slice(this.#frozenEnd, linesEnd), this.#links);
    const settled = tokens.slice(0, countSettled(tokens));
    this.#links = links;
    for (const token of settled) {
      this.#frozenEnd += token.raw.length;
      if (hasNode(token)) this.#frozen.push({ key: keyOf(token, links) });
    }
    return settled;
  }

  #enhanceFrom(from: number, count: number): void {
    for (let index = from; index < from + count; index += 1) {
      const node = this.#host.childNodes[index];
      if (node instanceof HTMLElement) this.#pending.push(...enhance(node));
    }
  }
}

/** All but the last block, and that one too when nothing can join it. */
function countSettled(tokens: readonly Token[]): number {
  const open = tokens.findLastIndex(({ type }) => type !== 'space');
  const last = tokens[open];
  if (last === undefined) return tokens.length;
  return isClosed(last) ? open + 1 : open;
}

function isClosed(token: Token): boolean {
  if (token.type === 'heading' || token.type === 'hr' || token.type === 'blockMath') return true;
  return (
    token.type === 'code' &&
    /^ {0,3}(`{3,}|~{3,})[^\n]*\n(?:[\s\S]*\n)? {0,3}\1[`~]*[ \t]*\n*$/.test(token.raw)
  );
}

function hasNode(token: Token): boolean {
  return token.type !== 'space' && token.type !== 'def';
}

/** Blocks with the same key have the same nodes: a block is its source and, if it may name one, the links. */
function keyOf(token: Token, links: LinkTable): string {
  const source = `${token.type}\n${token.raw.replace(/\n+$/, '')}`;
  return source.includes('[') ? `${source}\n${JSON.stringify(links)}` : source;
}
