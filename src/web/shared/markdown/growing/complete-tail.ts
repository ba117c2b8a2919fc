import type { Token, Tokens } from 'marked';
import { type Blocks, isListItem, type LinkTable, plainText, readBlocks } from '../lexer.ts';
import { isCostly } from '../parse-bound.ts';
import { completeInline } from './complete-inline.ts';
import { isList, isTable } from './token-types.ts';

/** Reads the end of an unfinished document so that nothing in it appears incomplete. */
export function readTail(source: string, links: LinkTable): Token[] {
  const blocks = readBlocks(source, links);
  const leaf = findLeaf(blocks.tokens);
  if (leaf !== null && isCode(leaf)) {
    leaf.text = leaf.text.replace(/(?:^|\n) {0,3}(?:`+|~+)$/, '');
    return blocks.tokens;
  }
  const withoutMark = source.replace(undecidedLine, '');
  if (withoutMark !== source) return readTail(withoutMark, links);
  if (leaf !== null) completeLeaf(leaf, blocks);
  return blocks.tokens;
}

/**
 * A last line of nothing but marks can still become a list, a rule, a heading, a fence, the kind of an alert, the
 * definition of a footnote or a link, or text.
 */
const undecidedLine =
  /(?<=^|\n)[ \t]*(?:>[ \t]*)*(?:[-+*=_#~`$]+|\d{1,9}[.)]?|>|\\|\[(?:\^[\w-]*|![A-Za-z]*|\d{1,3})?\]?:?)?[ \t]*(?<=[^\n])$/;

/** The innermost block that the next character would go to, or null after a blank line. */
function findLeaf(tokens: readonly Token[]): Token | null {
  const last = tokens.at(-1);
  if (last === undefined || last.type === 'space') return null;
  if (isList(last)) return findLeaf(last.items);
  if (isListItem(last) || last.type === 'blockquote' || last.type === 'footnote')
    return findLeaf(last.tokens ?? []);
  return last;
}

function completeLeaf(leaf: Token, blocks: Blocks): void {
  if (isTable(leaf)) {
    const cell = leaf.rows.at(-1)?.findLast(({ text }) => text !== '');
    if (cell !== undefined) cell.tokens = openInline(cell.text, blocks);
  } else if (isParagraph(leaf)) {
    const table = leaf.text.startsWith('|') ? asTable(leaf.text, blocks) : null;
    if (table === null) leaf.tokens = completeTokens(leaf, blocks);
    else Object.assign(leaf, table);
  } else if (leaf.type === 'text' || leaf.type === 'heading') {
    leaf.tokens = completeTokens(leaf, blocks);
  }
}

function completeTokens(leaf: Token, blocks: Blocks): Token[] {
  const source = 'text' in leaf ? String(leaf.text) : leaf.raw;
  const checkbox = leaf.type === 'checkbox' ? undefined : firstChild(leaf);
  if (checkbox?.type !== 'checkbox') return openInline(source, blocks);
  return [checkbox, ...openInline(source.slice(checkbox.raw.length), blocks)];
}

function firstChild(token: Token): Token | undefined {
  return 'tokens' in token ? token.tokens?.[0] : undefined;
}

function openInline(source: string, blocks: Blocks): Token[] {
  if (isCostly(source)) return [plainText(source)];
  const completed = completeInline(source);
  if (isCostly(completed)) return [plainText(source)];
  const tokens = blocks.readInline(completed);
  unlinkLast(tokens);
  return tokens;
}

/** A bare address at the very end may still grow, so it is not a link yet. */
function unlinkLast(tokens: Token[]): void {
  const last = tokens.at(-1);
  if (last === undefined) return;
  if (last.type === 'link' && last['autolink'] === true) {
    tokens[tokens.length - 1] = { type: 'text', raw: last.raw, text: last.raw, escaped: true };
  } else if ('tokens' in last && last.tokens !== undefined) {
    unlinkLast(last.tokens);
  }
}

/** The first row of a table is shown as a table before the row of dashes below it has arrived. */
function asTable(source: string, blocks: Blocks): Token | null {
  const [header = '', dashes = '', ...more] = source.split('\n');
  if (more.length > 0 || !/^[\s|:-]*$/.test(dashes)) return null;
  const cells = header
    .trim()
    .replace(/^\||(?<!\\)\|$/g, '')
    .split(/(?<!\\)\|/);
  const table = readBlocks(`${header.trimEnd()}\n|${' - |'.repeat(cells.length)}`, blocks.links).tokens[0];
  return table !== undefined && isTable(table) ? table : null;
}

function isCode(token: Token): token is Tokens.Code {
  return token.type === 'code';
}

function isParagraph(token: Token): token is Tokens.Paragraph {
  return token.type === 'paragraph';
}
