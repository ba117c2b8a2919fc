import type { TokenizerExtension } from 'marked';

const mostOfParagraph = 4_000;

/** `[^label]: text`, with further lines that are indented, or that continue the paragraph. Not inside other blocks. */
export const footnoteDefinition: TokenizerExtension = {
  name: 'footnote',
  level: 'block',
  start: (source) => {
    // Each paragraph asks again, so the search has a bound.
    const [paragraph = ''] = source.slice(0, mostOfParagraph).split('\n\n', 1);
    const at = paragraph.search(/\n {0,3}\[\^[\w-]{1,40}\]:/);
    return at < 0 ? undefined : at;
  },
  tokenizer(source, tokens) {
    const head = /^ {0,3}\[\^([\w-]{1,40})\]:[ \t]*/.exec(source);
    if (head === null || tokens !== this.lexer.tokens) return undefined;
    const raw = head[0] + restOf(source, head[0].length);
    const text = raw.slice(head[0].length).replace(/\n(?: {1,4}|\t)/g, '\n');
    return { type: 'footnote', raw, label: head[1], tokens: this.lexer.blockTokens(text, []) };
  },
};

/** The text of a definition: its first line, and all that follow until one that cannot belong to it. */
function restOf(source: string, from: number): string {
  const line = /([^\n]*)(\n+|$)/y;
  line.lastIndex = from;
  let end = from;
  for (let before = ''; line.lastIndex < source.length; ) {
    const found = line.exec(source);
    const [, words = '', gap = ''] = found ?? [];
    const isFirst = end === from && before === '';
    if (!isFirst && !continuesDefinition(words, before)) break;
    end = line.lastIndex - Math.max(0, gap.length - 1);
    before = gap;
  }
  return source.slice(from, end);
}

function continuesDefinition(line: string, gapBefore: string): boolean {
  if (/^(?: {2,}|\t)\S/.test(line)) return true;
  return gapBefore.length === 1 && !/^ {0,3}(?:[-*+>#|`~[=]|\d{1,9}[.)] |$)/.test(line);
}

/** `[^label]`. Whether it is defined is known only at the end. */
export const footnoteReference: TokenizerExtension = {
  name: 'footnoteReference',
  level: 'inline',
  tokenizer(source) {
    const found = /^\[\^([\w-]{1,40})\](?!\()/.exec(source);
    return found === null || this.lexer.state.inLink
      ? undefined
      : { type: 'footnoteReference', raw: found[0], label: found[1] };
  },
};

/** `[1]`, when the document has `[1]: https://…`. */
export const sourceNote: TokenizerExtension = {
  name: 'sourceNote',
  level: 'inline',
  tokenizer(source) {
    const found = /^\[(\d{1,3})\](?:\[\])?(?!\(|\[(?!\d))/.exec(source);
    const number = found?.[1] ?? '';
    const { links } = this.lexer.tokens;
    if (found === null || this.lexer.state.inLink || !Object.hasOwn(links, number)) return undefined;
    return { type: 'sourceNote', raw: found[0], number, href: links[number]?.href };
  },
};
