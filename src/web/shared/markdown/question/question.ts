import type { Token, Tokens } from 'marked';
import { copyText } from '../../copy-text.ts';
import { linkTo } from '../build-inline.ts';
import { codeBlock, listenForCopy } from '../code-block.ts';
import { element } from '../element.ts';
import { enhance } from '../enhance.ts';
import { BoundedLexer } from '../lexer.ts';
import { safeLink } from '../safe-link.ts';
import { QuestionTokenizer } from './question-tokenizer.ts';

export interface Question {
  /** Whether it is one piece of text with code and links in it, without blocks. */
  readonly isInline: boolean;
  readonly nodes: readonly Node[];
}

/** The code, lists and links of a question, with all else as it was typed; null when it has none of them. */
export function readQuestion(source: string): Question | null {
  const lexer = new BoundedLexer({ gfm: true, tokenizer: new QuestionTokenizer() });
  const runs = groupText(lexer.lex(source));
  const isInline = runs.length === 1 && Array.isArray(runs[0]);
  if (!isInline) return { isInline, nodes: runs.map(buildRun) };
  const nodes = buildText(lexer.tokens);
  return nodes.every((node) => node instanceof Text) ? null : { isInline, nodes };
}

export function showQuestion(host: HTMLElement, { nodes }: Question): () => void {
  host.replaceChildren(...nodes);
  for (const node of nodes) if (node instanceof HTMLElement) enhance(node);
  return listenForCopy(host, copyText);
}

/** Paragraphs and the blank lines between them belong together: each line stays where it is. */
function groupText(tokens: readonly Token[]): (Token | Token[])[] {
  const runs: (Token | Token[])[] = [];
  for (const token of tokens) {
    const last = runs.at(-1);
    if (token.type === 'code' || token.type === 'list') runs.push(token);
    else if (Array.isArray(last)) last.push(token);
    else runs.push([token]);
  }
  return runs.filter((run) => !Array.isArray(run) || run.some(({ raw }) => raw.trim() !== ''));
}

function buildRun(run: Token | Token[]): HTMLElement {
  if (Array.isArray(run)) return element('p', trimLines(buildText(run)));
  if (isList(run)) return buildList(run);
  return isCode(run) ? codeBlock(run.text, run.lang ?? '') : element('p', [textNode(run.raw)]);
}

function buildText(tokens: readonly Token[]): Node[] {
  return tokens.flatMap((token) => {
    const inline = token.type === 'paragraph' || token.type === 'text' ? childrenOf(token) : [];
    if (inline.length === 0) return [textNode(token.raw)];
    const length = inline.reduce((sum, { raw }) => sum + raw.length, 0);
    return [...inline.flatMap(buildInline), textNode(token.raw.slice(length))];
  });
}

function buildInline(token: Token): Node[] {
  if (token.type === 'codespan' && 'text' in token) return [element('code', [textNode(String(token.text))])];
  const href = isLink(token) ? safeLink(token.href) : null;
  if (!isLink(token) || href === null) return [textNode(token.raw)];
  const isAddress = token.raw === token.text;
  const link = linkTo(href, isAddress ? [textNode(token.raw)] : token.tokens.flatMap(buildInline));
  if (isAddress) link.dir = 'ltr';
  return [link];
}

function buildList(list: Tokens.List): HTMLElement {
  const node = element(list.ordered ? 'ol' : 'ul', list.items.map(buildItem));
  if (list.ordered && /^\s*\d+\)/.test(list.raw)) node.className = 'parenthesis';
  return node;
}

/** An item keeps the number that was typed. */
function buildItem(item: Tokens.ListItem): HTMLElement {
  const children = groupText(item.tokens).flatMap((run) =>
    Array.isArray(run) ? trimLines(buildText(run)) : [buildRun(run)],
  );
  const node = element('li', children);
  const number = /^\s*(\d+)/.exec(item.raw)?.[1];
  if (number !== undefined) node.value = Number(number);
  return node;
}

/** Blocks are apart already. */
function trimLines(nodes: readonly Node[]): readonly Node[] {
  const [first, last] = [nodes[0], nodes.at(-1)];
  if (first instanceof Text) first.data = first.data.replace(/^(?:[ \t]*\n)+/, '');
  if (last instanceof Text) last.data = last.data.trimEnd();
  return nodes;
}

function isList(token: Token): token is Tokens.List {
  return token.type === 'list';
}

function isCode(token: Token): token is Tokens.Code {
  return token.type === 'code';
}

function isLink(token: Token): token is Tokens.Link {
  return token.type === 'link';
}

function childrenOf(token: Token): readonly Token[] {
  return ('tokens' in token && token.tokens) || [];
}

function textNode(value: string): Text {
  return document.createTextNode(value);
}
