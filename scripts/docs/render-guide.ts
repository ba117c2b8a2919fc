import { Marked, Parser, type Token, type Tokens } from 'marked';
import type { PageHeading } from '../../src/http/documentation/site-file.ts';
import { Html, html } from '../../src/http/pages/html.ts';
import { codeBlock, type Sample, sampleOf, tabs } from './code-block.ts';
import { servedAddress } from './links.ts';
import { plainText } from './plain-text.ts';

export interface GuideLinks {
  /** The address of what a piece of code names, such as an operation or an error; null when it names nothing. */
  readonly ofCode: (code: string) => string | null;
}

export interface RenderedGuide {
  readonly title: string;
  readonly html: Html;
  readonly headings: readonly PageHeading[];
}

/** Turns the Markdown of a guide into the article of its page. */
export function renderGuide(markdown: string, links: GuideLinks): RenderedGuide {
  return new GuideRenderer(links).render(markdown);
}

class GuideRenderer {
  readonly #links: GuideLinks;
  readonly #marked: Marked<string, string>;
  readonly #ids = new Map<string, number>();
  readonly #headings: PageHeading[] = [];
  /** What the current section links to already: a link is of use once. */
  #linked = new Set<string>();
  #title = '';

  constructor(links: GuideLinks) {
    this.#links = links;
    this.#marked = this.#createMarked();
  }

  render(markdown: string): RenderedGuide {
    const body = this.#blocks(this.#marked.lexer(markdown));
    return { title: this.#title, html: body, headings: this.#headings };
  }

  #createMarked(): Marked<string, string> {
    const marked = new Marked<string, string>({ gfm: true });
    marked.use({
      renderer: {
        heading: (token) => this.#heading(token).markup,
        code: ({ lang = '', text }) => codeBlock(languageOf(lang), text).markup,
        codespan: ({ text }) => this.#codeSpan(text).markup,
        link: (token) => this.#link(token).markup,
        table: (token) => this.#table(token).markup,
        // Comments lead tools; any other markup would be a mistake, and shows as text.
        html: ({ text }) => (/^\s*<!--/.test(text) ? '' : html`${text}`.markup),
      },
    });
    return marked;
  }

  /** Blocks between `<!-- tabs -->` and `<!-- /tabs -->` are alternatives of one another. */
  #blocks(tokens: readonly Token[]): Html {
    const written: string[] = [];
    let group: Token[] | null = null;
    for (const token of tokens) {
      const marker = token.type === 'html' ? token.raw.trim() : '';
      if (marker === '<!-- tabs -->') group = [];
      else if (marker === '<!-- /tabs -->') {
        written.push(tabs(this.#samples(group ?? [])).markup);
        group = null;
      } else if (group === null) written.push(this.#write([token]).markup);
      else group.push(token);
    }
    if (group !== null) throw new Error('A group of tabs does not end');
    return new Html(written.join(''));
  }

  /** What stands before a block in a group belongs to it: the line that says what it needs. */
  #samples(tokens: readonly Token[]): Sample[] {
    const samples: Sample[] = [];
    let before: Token[] = [];
    for (const token of tokens) {
      if (!isCode(token)) {
        before.push(token);
        continue;
      }
      const words = before.length === 0 ? null : this.#write(before);
      samples.push(sampleOf(languageOf(token.lang ?? ''), token.text, words));
      before = [];
    }
    return samples;
  }

  #write(tokens: readonly Token[]): Html {
    return new Html(Parser.parse([...tokens], this.#marked.defaults));
  }

  #inline(tokens: readonly Token[]): Html {
    return new Html(Parser.parseInline([...tokens], this.#marked.defaults));
  }

  #heading({ depth, tokens, text }: Tokens.Heading): Html {
    const inner = this.#inline(tokens);
    const title = plainText(inner.markup);
    if (depth === 1) {
      this.#title = title;
      return html`<h1>${inner}</h1>`;
    }
    const id = this.#idOf(text);
    if (depth === 2) this.#linked = new Set();
    if (depth === 2 || depth === 3) this.#headings.push({ id, title, level: depth });
    const level = new Html(`h${depth}`);
    return html`<${level} id="${id}"><a href="#${id}">${inner}</a></${level}>`;
  }

  /** As GitHub makes them, so that links between the files lead to the same places on both. */
  #idOf(text: string): string {
    const id = plainText(text)
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
      .trim()
      .replaceAll(/\s/g, '-');
    const used = this.#ids.get(id) ?? 0;
    this.#ids.set(id, used + 1);
    return used === 0 ? id : `${id}-${used}`;
  }

  #codeSpan(text: string): Html {
    const address = this.#linked.has(text) ? null : this.#links.ofCode(text);
    if (address === null) return html`<code>${text}</code>`;
    this.#linked.add(text);
    return html`<a href="${address}"><code>${text}</code></a>`;
  }

  #link({ href, tokens }: Tokens.Link): Html {
    const linked = this.#linked;
    // Code inside a link must not become a link of its own.
    this.#linked = new Set(tokens.map((token) => ('text' in token ? String(token.text) : '')));
    const inner = this.#inline(tokens);
    this.#linked = linked;
    const address = servedAddress(href);
    return address === null
      ? html`<span class="file">${inner}</span>`
      : html`<a href="${address}">${inner}</a>`;
  }

  #table({ header, rows, align }: Tokens.Table): Html {
    const isRowOfCodes = (cells: readonly Tokens.TableCell[]) =>
      cells.some(({ tokens }) => nameOf(tokens) !== null);
    const cell = (name: 'th' | 'td', { tokens }: Tokens.TableCell, index: number) => {
      const tag = new Html(name);
      const side = align[index] === 'right' ? new Html(' class="end"') : null;
      return html`<${tag}${side}>${this.#inline(tokens)}</${tag}>`;
    };
    const head = header.every(({ text }) => text === '')
      ? null
      : html`<thead><tr>${header.map((each, index) => cell('th', each, index))}</tr></thead>`;
    return html`<div class="table" tabindex="0" role="group" aria-label="Table"><table>${head}<tbody>${rows.map(
      (cells) => {
        const id = isRowOfCodes(cells) ? this.#rowId(cells) : null;
        const anchor = id === null ? null : html` id="${id}"`;
        return html`<tr${anchor}>${cells.map((each, index) => cell('td', each, index))}</tr>`;
      },
    )}</tbody></table></div>`;
  }

  /** A row about one name can be linked to by it, once on a page. */
  #rowId(cells: readonly Tokens.TableCell[]): string | null {
    const name = cells.slice(0, 2).flatMap(({ tokens }) => nameOf(tokens) ?? [])[0] ?? null;
    if (name === null || this.#ids.has(name)) return null;
    this.#ids.set(name, 1);
    // The name itself is no link to this place.
    this.#linked.add(name);
    return name;
  }
}

/** The name in a cell that holds nothing else. */
function nameOf(tokens: readonly Token[]): string | null {
  const [only] = tokens;
  if (tokens.length !== 1 || only?.type !== 'codespan' || !('text' in only)) return null;
  return /^[A-Za-z][\w.-]+$/.test(only.text) ? only.text : null;
}

function isCode(token: Token): token is Tokens.Code {
  return token.type === 'code';
}

function languageOf(info: string): string {
  return info.split(' ', 1)[0] || 'text';
}
