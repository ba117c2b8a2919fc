import type { Token } from 'marked';
import { levelHeadings } from './heading-levels.ts';
import type { LinkTable } from './lexer.ts';
import { sources } from './sources-part.ts';

/** A block that has a node. Blocks with the same key have the same nodes. */
export interface Block {
  readonly token: Token;
  readonly key: string;
}

/** The blocks among `tokens`, their headings levelled below a heading of depth `level`. */
export function toBlocks(
  tokens: readonly Token[],
  links: LinkTable,
  level: number,
): { readonly blocks: readonly Block[]; readonly level: number } {
  let last = level;
  const blocks = tokens.filter(hasNode).map((token) => {
    const before = last;
    const after = levelHeadings(token, before);
    last = after ?? before;
    return { token, key: keyOf(token, links, after === null ? null : before) };
  });
  return { blocks, level: last };
}

/** How many of `tokens`, read from whole lines, no further line can change. */
export function countSettled(tokens: readonly Token[]): number {
  const open = tokens.findLastIndex(({ type }) => type !== 'space');
  const last = tokens[open];
  if (last === undefined) return tokens.length;
  return isClosed(last) ? open + 1 : open;
}

function isClosed(token: Token): boolean {
  if (token.type === 'heading' || token.type === 'hr' || token.type === 'blockMath') return true;
  const closedFence = /^ {0,3}(`{3,}|~{3,})[^\n]*\n(?:[\s\S]*\n)? {0,3}\1[`~]*[ \t]*\n*$/;
  return token.type === 'code' && closedFence.test(token.raw);
}

function hasNode(token: Token): boolean {
  return token.type !== 'space' && token.type !== 'def' && token.type !== 'footnote';
}

/**
 * A block is identified by its source and, where they matter, the link definitions, the heading above it, and whether
 * the part that reads sources was there.
 */
function keyOf(token: Token, links: LinkTable, level: number | null): string {
  const source = `${token.type} ${level ?? ''}\n${token.raw.replace(/\n+$/, '')}`;
  return source.includes('[')
    ? `${source}\n${sources.buildFootnotes !== null}${JSON.stringify(links)}`
    : source;
}
