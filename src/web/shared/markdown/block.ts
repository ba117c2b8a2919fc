import type { Token } from 'marked';
import { levelHeadings } from './heading-levels.ts';
import type { LinkTable } from './lexer.ts';
import { noteList } from './note-list.ts';

/** Blocks with the same key have the same nodes. */
export interface BlockKey {
  readonly source: string;
  /** The link definitions, where they matter: apart, because many blocks share a long table of them. */
  readonly links: string;
}

/** A block that has a node. */
export interface Block {
  readonly token: Token;
  readonly key: BlockKey;
}

export function isSameKey(a: BlockKey | undefined, b: BlockKey): boolean {
  return a?.source === b.source && a.links === b.links;
}

/** The blocks among `tokens`, their headings levelled below a heading of depth `level`. */
export function toBlocks(
  tokens: readonly Token[],
  links: LinkTable,
  level: number,
): { readonly blocks: readonly Block[]; readonly level: number } {
  let last = level;
  const table = JSON.stringify(links);
  const blocks = tokens.filter(hasNode).map((token) => {
    const before = last;
    const after = levelHeadings(token, before);
    last = after ?? before;
    return { token, key: keyOf(token, table, after === null ? null : before) };
  });
  return { blocks, level: last };
}

function hasNode(token: Token): boolean {
  return token.type !== 'space' && token.type !== 'def' && token.type !== 'footnote';
}

/**
 * A block is identified by its source and, where they matter, the link definitions, the heading above it, and whether
 * the part that reads sources was there.
 */
function keyOf(token: Token, links: string, level: number | null): BlockKey {
  const source = `${token.type} ${level ?? ''}\n${token.raw.replace(/\n+$/, '')}`;
  return source.includes('[')
    ? { source: `${noteList.show !== null}${source}`, links }
    : { source, links: '' };
}
