import { type DefaultTreeAdapterTypes, parse } from 'parse5';
import { BlockList, decodeText, type FileText, firstHeading } from './block-list.ts';

type ChildNode = DefaultTreeAdapterTypes.ChildNode;
type Element = DefaultTreeAdapterTypes.Element;

/** What is no text, or not shown. */
const dropped = new Set([
  ...['script', 'style', 'noscript', 'template', 'iframe', 'object', 'svg', 'canvas', 'audio', 'video'],
  ...['select', 'datalist', 'textarea', 'frameset', 'noframes'],
]);
/** Their text is a paragraph, or several. */
const blocks = new Set([
  ...['address', 'article', 'aside', 'blockquote', 'body', 'caption', 'center', 'dd', 'details', 'dialog'],
  ...['dir', 'div', 'dl', 'dt', 'fieldset', 'figcaption', 'figure', 'footer', 'form', 'header', 'hr', 'html'],
  ...[
    'legend',
    'li',
    'main',
    'menu',
    'nav',
    'ol',
    'p',
    'section',
    'summary',
    'ul',
    'table',
    'tr',
    'td',
    'th',
  ],
]);
/** A table with one of these arranges a page. */
const arranged = new Set(['h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'table', 'pre', 'article', 'section']);

const hidingStyle =
  /(?:^|;)\s*(?:display\s*:\s*none|visibility\s*:\s*(?:hidden|collapse)|opacity\s*:\s*0*\.?0+\s*(?:;|!|$)|font-size\s*:\s*0+\s*(?:px|em|rem|pt|%)?\s*(?:;|!|$))/i;
/** What leads somewhere from anywhere. */
const wholeAddress = /^(?:https?:\/\/|mailto:)[^\s<>"`()]{1,2000}$/i;
/** Marks of notes in the text would look like citations. */
const noteReference = /^#(?:foot|end)note-/;

export function readHtml(bytes: Uint8Array): FileText {
  return readMarkup(decodeText(bytes));
}

export function readMarkup(html: string): FileText {
  const walker = new HtmlWalker();
  walk(parse(html).childNodes, walker);
  const found = walker.finish();
  return { title: walker.title ?? firstHeading(found), blocks: found };
}

/** Goes through a tree of any depth, so without calling itself. */
function walk(nodes: readonly ChildNode[], walker: HtmlWalker): void {
  const ahead: (ChildNode | (() => void))[] = [...nodes].reverse();
  for (let next = ahead.pop(); next !== undefined; next = ahead.pop()) {
    if (typeof next === 'function') next();
    else if (isElement(next)) {
      const element = next;
      if (!walker.enter(element)) continue;
      ahead.push(() => walker.leave(element));
      for (let index = element.childNodes.length - 1; index >= 0; index--) {
        const child = element.childNodes[index];
        if (child !== undefined) ahead.push(child);
      }
    } else if (next.nodeName === '#text' && 'value' in next) walker.addText(next.value);
  }
}

interface OpenTable {
  readonly element: Element;
  readonly rows: string[][];
}

class HtmlWalker {
  title: string | null = null;
  readonly #list = new BlockList();
  /** The paragraph, the heading, the cell or the code that is being read. */
  #text = '';
  #preDepth = 0;
  #table: OpenTable | null = null;
  /** Where the text of the link begins that is being read. */
  #linkFrom = 0;
  #isHeading = false;

  /** False: nothing in it is text. */
  enter(element: Element): boolean {
    const tag = element.tagName;
    if (tag === 'title') this.title ??= titleIn(element);
    if (tag === 'title' || isHidden(element)) return false;
    if (tag === 'a') this.#linkFrom = this.#text.length;
    if (isHeading(tag)) this.#isHeading = true;
    if (tag === 'br') this.#text += '\n';
    else if (this.#preDepth > 0) this.#passInPre(tag, 1);
    else if (this.#table !== null) this.#enterInTable(tag, this.#table.rows);
    else if (tag === 'pre') this.#enterPre();
    else if (tag === 'table' && !arrangesPage(element)) this.#enterTable(element);
    else if (isBlock(tag)) this.#flush(tag === 'li' ? '- ' : '');
    return true;
  }

  leave(element: Element): void {
    const tag = element.tagName;
    if (tag === 'a') this.#leaveLink(element);
    if (this.#preDepth > 0) this.#passInPre(tag, -1);
    else if (this.#table !== null) this.#leaveInTable(element, this.#table);
    else if (isHeading(tag)) this.#leaveHeading(Number(tag.charAt(1)));
    else if (isBlock(tag)) this.#flush();
  }

  addText(text: string): void {
    this.#text += this.#preDepth > 0 ? text : text.replaceAll(/[ \t\n\r\f]+/g, ' ');
  }

  finish() {
    this.#flush();
    return this.#list.finish();
  }

  #flush(beginning = ''): void {
    // An item whose text is in a paragraph of its own keeps its dash.
    if (this.#text.trim() === '-') this.#text = beginning === '' ? this.#text : beginning;
    else {
      this.#list.add('text', tidy(this.#text));
      this.#text = beginning;
    }
  }

  #enterPre(): void {
    this.#flush();
    this.#text = '';
    this.#preDepth = 1;
  }

  /** Lines of code may be elements. */
  #passInPre(tag: string, step: 1 | -1): void {
    if (tag === 'pre') this.#preDepth += step;
    if (this.#preDepth === 0) {
      this.#list.add('code', this.#text);
      this.#text = '';
    } else if (isBlock(tag) && !this.#text.endsWith('\n')) this.#text += '\n';
  }

  /** An answer may name the address, which it knows from here only. */
  #leaveLink(link: Element): void {
    const address = attributeOf(link, 'href')?.trim() ?? '';
    const text = this.#text.slice(Math.min(this.#linkFrom, this.#text.length));
    if (this.#preDepth > 0 || this.#isHeading || text.trim() === '' || text.includes(address)) return;
    if (wholeAddress.test(address)) this.#text += ` (${address})`;
  }

  #leaveHeading(level: number): void {
    this.#isHeading = false;
    this.#list.addHeading(level, this.#text.replace(/^- /, ''));
    this.#text = '';
  }

  #enterTable(element: Element): void {
    this.#flush();
    this.#table = { element, rows: [] };
  }

  #enterInTable(tag: string, rows: string[][]): void {
    if (tag === 'tr') rows.push([]);
    if (tag === 'td' || tag === 'th' || tag === 'caption') this.#text = '';
    else if (isBlock(tag)) this.#text += ' ';
  }

  #leaveInTable(element: Element, table: OpenTable): void {
    const tag = element.tagName;
    if (tag === 'td' || tag === 'th') table.rows.at(-1)?.push(this.#takeLine());
    else if (tag === 'caption') this.#list.add('text', this.#takeLine());
    else if (element === table.element) {
      this.#table = null;
      this.#text = '';
      this.#list.add('table', table.rows.map((cells) => cells.join(' | ')).join('\n'));
    } else if (isBlock(tag)) this.#text += ' ';
  }

  #takeLine(): string {
    const line = this.#text.replaceAll(/\s+/g, ' ').trim();
    this.#text = '';
    return line;
  }
}

function isElement(node: ChildNode): node is Element {
  return 'tagName' in node;
}

function isBlock(tag: string): boolean {
  return blocks.has(tag) || isHeading(tag);
}

function isHeading(tag: string): boolean {
  return /^h[1-6]$/.test(tag);
}

function attributeOf(element: Element, wanted: string): string | undefined {
  return element.attrs.find(({ name }) => name === wanted)?.value;
}

function isHidden(element: Element): boolean {
  if (dropped.has(element.tagName)) return true;
  const of = (name: string) => attributeOf(element, name);
  if (of('hidden') !== undefined || hidingStyle.test(of('style') ?? '')) return true;
  if (element.tagName === 'dialog') return of('open') === undefined;
  return element.tagName === 'a' && noteReference.test(of('href') ?? '');
}

/** Each table is looked through up to the first table in it, so all of them together once. */
function arrangesPage(table: Element): boolean {
  const ahead: ChildNode[] = [...table.childNodes];
  for (let next = ahead.pop(); next !== undefined; next = ahead.pop()) {
    if (!isElement(next)) continue;
    if (arranged.has(next.tagName)) return true;
    for (const child of next.childNodes) ahead.push(child);
  }
  return false;
}

function titleIn(element: Element): string | null {
  const text = element.childNodes.map((child) => ('value' in child ? child.value : '')).join('');
  return text.replaceAll(/\s+/g, ' ').trim() || null;
}

function tidy(text: string): string {
  return text.replaceAll(/ *\n */g, '\n').replaceAll(/ {2,}/g, ' ');
}
