import type { Token, Tokens } from 'marked';
import { laterText } from '../../text/later-text.ts';
import { buildBlocks } from '../build-block.ts';
import { directionOf } from '../direction.ts';
import { element } from '../element.ts';

const kinds = ['note', 'tip', 'important', 'warning', 'caution'] as const;
type Kind = (typeof kinds)[number];

/** A quotation whose first line is one of GitHub's five marks, `[!NOTE]`; null for every other one. */
export function buildAlert(quotation: Token): HTMLElement | null {
  const [paragraph, ...others] = childrenOf(quotation);
  if (paragraph?.type !== 'paragraph') return null;
  const [mark, ...rest] = childrenOf(paragraph);
  const found = mark?.type === 'text' ? /^\[!([A-Za-z]+)\][ \t]*(\n|$)/.exec(mark.raw) : null;
  const kind = kinds.find((each) => each === found?.[1]?.toLowerCase());
  if (found === null || kind === undefined) return null;
  const isAlone = found[2] === '\n' || rest.length === 0 || rest[0]?.type === 'br';
  return isAlone ? build(kind, withoutMark(found.input.slice(found[0].length), rest), others) : null;
}

function build(kind: Kind, first: readonly Token[], others: readonly Token[]): HTMLElement {
  const title = element('p', [document.createTextNode(laterText.markdown.alerts[kind])], 'alert-title');
  const paragraph: Tokens.Paragraph = { type: 'paragraph', raw: '', text: '', tokens: [...first] };
  const content = buildBlocks(first.length === 0 ? others : [paragraph, ...others]);
  const node = element('div', [title, ...content], `alert ${kind}`);
  node.setAttribute('role', 'note');
  node.setAttribute('aria-label', laterText.markdown.alerts[kind]);
  node.dir =
    content.map((child) => (child instanceof HTMLElement ? directionOf(child) : 'auto'))[0] ?? 'auto';
  return node;
}

function withoutMark(text: string, rest: readonly Token[]): readonly Token[] {
  const [first, ...others] = rest;
  if (first?.type === 'br') return others;
  return text === '' ? rest : [{ type: 'text', raw: text, text, escaped: false }, ...rest];
}

function childrenOf(token: Token): readonly Token[] {
  return ('tokens' in token && token.tokens) || [];
}
