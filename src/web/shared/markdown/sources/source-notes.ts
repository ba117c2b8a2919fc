import type { Token } from 'marked';
import { laterText } from '../../text/later-text.ts';
import { linkRule, linkTo } from '../build-inline.ts';
import { element } from '../element.ts';
import { decodeEntities } from '../entities.ts';
import { hostOf, safeLink } from '../safe-link.ts';

/** A reference is numbered when its place among the others of the answer is known. */
export function buildFootnoteReference(token: Token): Node {
  const label = member(token, 'label');
  const node = element('sup', [document.createTextNode(label)], 'note');
  node.dataset['note'] = label;
  return node;
}

/** The number of a source, as a small link to it. */
export function buildSourceNote(token: Token): Node {
  const number = member(token, 'number');
  const href = safeLink(decodeEntities(member(token, 'href')));
  const raw = document.createTextNode(token.raw);
  if (href === null || linkRule.instead?.(member(token, 'href'), [], false)) return raw;
  const link = linkTo(href, [document.createTextNode(number)]);
  link.setAttribute('aria-label', laterText.markdown.source(number, hostOf(href) ?? href));
  return element('sup', [link], 'note');
}

function member(token: Token, name: string): string {
  return String(Reflect.get(token, name) ?? '');
}
