import { Lexer, type Links, type Token, Tokenizer, type TokenizerExtension, type Tokens } from 'marked';
import { blockMath, inlineMath } from './formulas/math-syntax.ts';
import { isCostly } from './parse-bound.ts';

export type LinkTable = Readonly<Links>;

export interface Blocks {
  readonly tokens: Token[];
  readonly links: LinkTable;
  /** Reads `text` as the inside of a paragraph of the same document. */
  readonly readInline: (text: string) => Token[];
}

/** Lists and quotes nested deeper are shown as text: each level parses its content once more, on a finite stack. */
const deepest = 16;

/** HTML has no syntax here: what looks like a tag is text. */
class PlainTokenizer extends Tokenizer {
  #depth = 0;

  override blockquote(source: string): Tokens.Blockquote | undefined {
    return this.#within(super.blockquote, source);
  }
  override list(source: string): Tokens.List | undefined {
    return this.#within(super.list, source);
  }
  override html(): undefined {
    return undefined;
  }
  override tag(): undefined {
    return undefined;
  }

  #within<T>(read: (source: string) => T | undefined, source: string): T | undefined {
    if (this.#depth === deepest) return undefined;
    this.#depth += 1;
    const token = read.call(this, source);
    this.#depth -= 1;
    return token;
  }
}

export class BoundedLexer extends Lexer {
  override inlineTokens(source: string, tokens: Token[] = []): Token[] {
    if (!isCostly(source)) return super.inlineTokens(source, tokens);
    tokens.push(plainText(source));
    return tokens;
  }
}

/** Reads Markdown into tokens. `links` are definitions from earlier in the same document. */
export function readBlocks(source: string, links: LinkTable = {}): Blocks {
  const lexer = new BoundedLexer({ gfm: true, tokenizer: new PlainTokenizer(), extensions });
  Object.assign(lexer.tokens.links, links);
  const tokens = lexer.lex(source);
  return {
    tokens,
    links: { ...tokens.links },
    readInline: (text) => lexer.inlineTokens(text),
  };
}

export function plainText(text: string): Tokens.Text {
  return { type: 'text', raw: text, text, escaped: false };
}

export function isListItem(token: Token): token is Tokens.ListItem {
  return token.type === 'list_item';
}

/** Adds the syntax of a part that is loaded later. */
export function addSyntax(added: readonly TokenizerExtension[]): void {
  for (const extension of added) {
    extensions[extension.level].push(tokenizerOf(extension));
    if (extension.level === 'block') extensions.startBlock.push(startOf(extension));
  }
}

const extensions = {
  renderers: {},
  childTokens: {},
  block: [tokenizerOf(blockMath)],
  startBlock: [startOf(blockMath)],
  inline: [tokenizerOf(inlineMath)],
  startInline: [startOf(inlineMath)],
};

function tokenizerOf(extension: TokenizerExtension) {
  return extension.tokenizer;
}

function startOf(extension: TokenizerExtension) {
  return extension.start ?? (() => undefined);
}
