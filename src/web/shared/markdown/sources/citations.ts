import type { Token, TokenizerExtension } from 'marked';
import type { Citation } from '#contract/citations/citation.ts';
import { citedMarks } from '#contract/citations/citation-marks.ts';
import { laterText } from '../../text/later-text.ts';
import { linkRule, linkTo } from '../build-inline.ts';
import { element } from '../element.ts';
import { hostOf, safeLink } from '../safe-link.ts';
import { followNotes } from './follow-notes.ts';

/** What an answer rests on. */
export interface ShownSources {
  readonly citations: readonly Citation[] | null;
  /** The addresses that may be links; null: all of them. */
  readonly links: readonly string[] | null;
}

/** In a mark that cites a source, before its place among the citations. No answer has it otherwise. */
const sign = '\ue000';
const signedMark = /\[\ue000(\d+)\]/g;

/** The text with a sign in each mark that cites a source. */
export function signMarks(text: string, citations: readonly Citation[]): string {
  if (citations.length === 0) return text;
  const plain = text.replaceAll(sign, '\ufffd');
  const marks = citedMarks(plain, new Set(citations.map(({ n }) => n)), citations.length);
  const kept: string[] = [];
  let end = 0;
  for (const [place, { at, to }] of marks.entries()) {
    kept.push(plain.slice(end, at), `[${sign}${place}]`);
    end = to;
  }
  return kept.join('') + plain.slice(end);
}

export const signedCitation: TokenizerExtension = {
  name: 'citation',
  level: 'inline',
  tokenizer(source) {
    const found = /^\[\ue000(\d+)\]/.exec(source);
    return found === null || this.lexer.state.inLink
      ? undefined
      : { type: 'citation', raw: found[0], place: Number(found[1]) };
  },
};

/** The answer that is being built, and the beginning of the ids in it. */
let building: { readonly citations: readonly Citation[]; readonly prefix: string } | null = null;
const prefixes = new WeakMap<HTMLElement, string>();
let hosts = 0;

/** Builds blocks of an answer in `host`, with links to known addresses. */
export function buildSourced(host: HTMLElement, { citations, links }: ShownSources, build: () => void): void {
  const known = links && new Set(links);
  building = { citations: citations ?? [], prefix: prefixOf(host) };
  linkRule.instead = (address, children, isBare) => {
    if (known === null || known.has(address)) return null;
    const name = isBare ? null : hostOf(address);
    return name === null ? children : [...children, document.createTextNode(` (${name})`)];
  };
  try {
    build();
  } finally {
    building = null;
    linkRule.instead = null;
  }
}

/** The number of a source, which leads to its quote below the answer. */
export function buildCitation(token: Token): Node {
  const place = Number(Reflect.get(token, 'place'));
  const citation = building?.citations[place];
  if (building === null || citation === undefined) return document.createTextNode(token.raw);
  const isWeak = 'support' in citation && citation.support === 'weak';
  const number = String(citation.n);
  const link = element('a', [document.createTextNode(isWeak ? `${number}?` : number)]);
  link.href = `#${idOf(building.prefix, place)}`;
  link.setAttribute('role', 'doc-noteref');
  const label = laterText.markdown.source(number, citation.title);
  link.setAttribute('aria-label', isWeak ? `${label}. ${laterText.markdown.mayNotSay}` : label);
  return element('sup', [link], 'note');
}

/** Lists the quotes of an answer that has ended below it. Marks that could not be built are text again. */
export function listQuotes(host: HTMLElement, citations: readonly Citation[]): void {
  if (citations.length === 0) return;
  restoreMarks(host, citations);
  const prefix = prefixOf(host);
  const items = citations.map((citation, place) => itemOf(citation, idOf(prefix, place)));
  const section = element('section', [element('ol', items)], 'footnotes');
  section.setAttribute('role', 'doc-endnotes');
  section.setAttribute('aria-label', laterText.markdown.sources);
  host.append(section);
}

function itemOf(citation: Citation, id: string): HTMLElement {
  const item = element('li', contentOf(citation));
  item.id = id;
  item.value = citation.n;
  item.tabIndex = -1;
  return item;
}

function contentOf(citation: Citation): HTMLElement[] {
  const title = document.createTextNode(citation.title);
  const { deletedSource, mayNotSay } = laterText.markdown;
  if ('deleted' in citation) return [element('p', [title, behind(deletedSource)])];
  const { url, heading, quote, support } = citation;
  const href = url === null ? null : safeLink(url);
  const about = element('p', [href === null ? title : linkTo(href, [title])]);
  if (heading !== '') about.append(behind(heading));
  if (support === 'weak') about.append(element('strong', [behind(mayNotSay)]));
  return [about, element('blockquote', [element('p', [document.createTextNode(quote)])])];
}

function behind(text: string): Text {
  return document.createTextNode(` · ${text}`);
}

/** Such as in a block that is too costly to be read. */
function restoreMarks(host: HTMLElement, citations: readonly Citation[]): void {
  const texts = document.createTreeWalker(host, NodeFilter.SHOW_TEXT);
  for (let node = texts.nextNode(); node !== null; node = texts.nextNode()) {
    const text = node.nodeValue ?? '';
    if (!text.includes(sign)) continue;
    node.nodeValue = text.replace(signedMark, (_, place: string) => `[${citations[Number(place)]?.n}]`);
  }
}

function prefixOf(host: HTMLElement): string {
  const known = prefixes.get(host);
  if (known !== undefined) return known;
  hosts += 1;
  const prefix = `quote-${hosts}`;
  prefixes.set(host, prefix);
  followNotes(host);
  return prefix;
}

function idOf(prefix: string, place: number): string {
  return `${prefix}-${place + 1}`;
}
