import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type DefaultTreeAdapterTypes, parse, serialize } from 'parse5';

type Element = DefaultTreeAdapterTypes.Element;
type ParentNode = DefaultTreeAdapterTypes.ParentNode;

/** A term in the index of a manual, and where the manual's authors say that it is explained. */
export interface IndexEntry {
  readonly term: string;
  /** The file of each place, and the element in it; null: all of it. */
  readonly places: readonly { readonly file: string; readonly id: string | null }[];
}

/** One word may mean anything. */
const severalWords = /^\S+(?: \S+)+$/;
/** Names of code are found by any search. */
const severalPlainWords = /^\p{L}[\p{L}'-]*(?: \p{L}[\p{L}'-]*)+$/u;
const headings = new Set(['h1', 'h2', 'h3', 'h4', 'h5', 'h6']);
/** Characters that are no letter and no digit, so that no search finds anything by them. */
const firstSign = 0xe000;
const signs = 16;

/** The terms of several words of PostgreSQL's manual. */
export function readBookIndex(folder: string): readonly IndexEntry[] {
  return readList(join(folder, 'bookindex.html'), 'dt', severalPlainWords);
}

/** Those of Python's manual, which are names of code with where they are, but for two in a hundred. */
export function readGeneralIndex(folder: string): readonly IndexEntry[] {
  return readList(join(folder, 'genindex-all.html'), 'li', severalWords);
}

/** Its own words say nothing without those of the entry above: "in the select list". */
function isBelowAnother(item: Element): boolean {
  const list = item.parentNode;
  const around = list !== null && isElement(list) ? list.parentNode : null;
  return around !== null && ['dd', 'li'].includes(around.nodeName);
}

function readList(file: string, tag: string, wanted: RegExp): readonly IndexEntry[] {
  const entries = new Map<string, IndexEntry>();
  for (const item of elementsIn(parse(readFileSync(file, 'utf8')))) {
    if (item.tagName !== tag || isBelowAnother(item)) continue;
    const links = item.childNodes.filter(isElement).filter(({ tagName }) => tagName === 'a');
    const places = links.flatMap((link) => placeOf(attribute(link, 'href') ?? ''));
    const term = termOf(item);
    if (places.length === 0 || !wanted.test(term)) continue;
    entries.set(term, { term, places: [...(entries.get(term)?.places ?? []), ...places] });
  }
  return [...entries.values()];
}

/** In front of its places, or the text of the first of them. */
function termOf(item: Element): string {
  const [first] = item.childNodes;
  const own = first === undefined ? '' : textOf(first).replaceAll(/\s+/g, ' ').trim();
  const text =
    own === ''
      ? textOf(item.childNodes[1] ?? item)
          .replaceAll(/\s+/g, ' ')
          .trim()
      : own;
  return text.replace(/,$/, '');
}

function placeOf(href: string): IndexEntry['places'] {
  const [file = '', id = ''] = href.split('#');
  return file === '' || file.includes(':') ? [] : [{ file, id: id === '' ? null : id }];
}

/** The HTML of a page with a mark in front of each of these elements: in its heading, where it has one. */
export function markPage(html: string, ids: ReadonlySet<string>): string {
  const document = parse(html);
  for (const element of elementsIn(document)) {
    const id = attribute(element, 'id');
    if (id === null || !ids.has(id)) continue;
    const target = elementsIn(element).find(({ tagName }) => headings.has(tagName)) ?? element;
    const mark = { nodeName: '#text', value: markOf(id), parentNode: target } as const;
    target.childNodes.unshift({ ...mark });
  }
  return serialize(document);
}

/** An id in signs that no search reads. */
export function markOf(id: string): string {
  const digits = Buffer.from(`(${id})`).toString('hex');
  return [...digits].map((digit) => String.fromCharCode(firstSign + Number.parseInt(digit, signs))).join('');
}

function elementsIn(parent: ParentNode): readonly Element[] {
  const found: Element[] = [];
  const ahead: ParentNode[] = [parent];
  for (let next = ahead.pop(); next !== undefined; next = ahead.pop()) {
    const children = next.childNodes.filter(isElement);
    if (next !== parent && isElement(next)) found.push(next);
    ahead.push(...children.reverse());
  }
  return found;
}

function textOf(node: DefaultTreeAdapterTypes.Node): string {
  if ('value' in node) return node.value;
  return 'childNodes' in node ? node.childNodes.map(textOf).join('') : '';
}

function attribute(element: Element, wanted: string): string | null {
  return element.attrs.find(({ name }) => name === wanted)?.value ?? null;
}

function isElement(node: DefaultTreeAdapterTypes.Node): node is Element {
  return 'tagName' in node;
}
