import type { Token, Tokens } from 'marked';
import { isolate } from '../text/isolate.ts';
import { text } from '../text/text.ts';
import { element } from './element.ts';
import { decodeEntities } from './entities.ts';
import { hostOf, safeLink } from './safe-link.ts';

type Instead = (address: string, children: Node[], isBare: boolean) => Node[] | null;

/** What stands instead of a link to an address, while an answer is built whose links are not all known. */
export const linkRule: { instead: Instead | null } = { instead: null };

/** Builders of parts that are loaded later, by the type of their token. */
export const moreInlines = new Map<string, (token: Token) => Node>();

export function buildInline(tokens: readonly Token[]): Node[] {
  return tokens.flatMap(buildToken);
}

type Known =
  | Tokens.Strong
  | Tokens.Em
  | Tokens.Del
  | Tokens.Codespan
  | Tokens.Br
  | Tokens.Link
  | Tokens.Image
  | Tokens.Escape
  | Tokens.Checkbox
  | Tokens.Text;

const knownTypes = ['strong', 'em', 'del', 'codespan', 'br', 'link', 'image', 'escape', 'checkbox', 'text'];

function buildToken(token: Token): Node[] {
  if (!isKnown(token)) return [buildOther(token)];
  switch (token.type) {
    case 'strong':
    case 'em':
    case 'del':
      return [element(token.type, buildInline(token.tokens))];
    case 'codespan':
      return [element('code', [textNode(token.text)])];
    case 'br':
      return [element('br')];
    case 'link':
      return buildLink(token);
    case 'image':
      return [buildImageChip(token)];
    case 'escape':
      return [textNode(token.text)];
    case 'checkbox':
      return [buildCheckbox(token.checked)];
    case 'text':
      return token.tokens === undefined ? [textNode(decodeEntities(token.text))] : buildInline(token.tokens);
  }
}

function isKnown(token: Token): token is Known {
  return knownTypes.includes(token.type);
}

function buildOther(token: Token): Node {
  if (token.type !== 'inlineMath') return moreInlines.get(token.type)?.(token) ?? textNode(token.raw);
  const math = element('span', [textNode(String(Reflect.get(token, 'text')))], 'math');
  math.dir = 'ltr';
  return math;
}

/** A link with an unsafe target is shown as the text it was written as. */
function buildLink(link: Tokens.Link): Node[] {
  const children = link.autolink ? [textNode(link.text)] : buildInline(link.tokens);
  const href = safeLink(link.autolink ? link.href : decodeEntities(link.href));
  if (href === null) return children;
  const instead = linkRule.instead?.(link.autolink ? link.text : link.href, children, link.autolink === true);
  if (instead) return instead;
  const node = linkTo(href, children);
  // An address is read from left to right, and does not decide the direction of its paragraph.
  if (link.autolink) node.dir = 'ltr';
  return [node];
}

export function linkTo(href: string, children: readonly Node[]): HTMLAnchorElement {
  const node = element('a', children);
  node.href = href;
  node.target = '_blank';
  node.rel = 'noopener nofollow';
  return node;
}

/** Loading an image would reveal the reader to its host, so only its description and host are shown. */
function buildImageChip(image: Tokens.Image): Node {
  const host = hostOf(decodeEntities(image.href));
  const label = decodeEntities(image.text).trim() || text.markdown.image;
  const chip = element(
    'span',
    [textNode(host === null ? label : `${isolate(label)} · ${host}`)],
    'image-chip',
  );
  chip.dir = 'auto';
  return chip;
}

function buildCheckbox(checked: boolean): Node {
  const node = element('span', [], checked ? 'checkbox checked' : 'checkbox');
  node.setAttribute('role', 'img');
  node.setAttribute('aria-label', checked ? text.markdown.done : text.markdown.open);
  return node;
}

function textNode(value: string): Text {
  return document.createTextNode(value);
}
