/** Markup that is ready to be sent. Only `html` creates it, so that no text gets in unescaped. */
export class Html {
  readonly #text: string;

  constructor(text: string) {
    this.#text = text;
  }

  toString(): string {
    return this.#text;
  }
}

type Part = string | number | Html | readonly Html[];

/** Escapes the inserted values, except markup and lists of markup. */
export function html(strings: TemplateStringsArray, ...parts: readonly Part[]): Html {
  return new Html(
    strings.reduce((text, string, index) => text + markupOf(parts[index - 1] ?? '') + string, ''),
  );
}

export const nothing = new Html('');

/** The subset of Markdown that summaries and descriptions use: paragraphs and code. */
export function markdown(text: string): Html {
  return html`${text.split('\n\n').map((paragraph) => html`<p>${inline(paragraph)}</p>`)}`;
}

export function inline(text: string): Html {
  return html`${text.split('`').map((part, index) => (index % 2 === 1 ? html`<code>${part}</code>` : html`${part}`))}`;
}

function markupOf(part: Part): string {
  if (part instanceof Html) return part.toString();
  if (typeof part === 'object') return part.map(String).join('');
  return escaped(String(part));
}

function escaped(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');
}
