import { Lexer, type Links, type Token, Tokenizer, type TokenizerExtension, type Tokens } from 'marked';
import { blockMath, inlineMath } from './math-syntax.ts';

export type LinkTable = Readonly<Links>;

export interface Blocks {
  readonly tokens: Token[];
  readonly links: LinkTable;
  /** Reads `text` as the inside of a paragraph of the same document. */
  readonly readInline: (text: string) => Token[];
}

/** HTML has no syntax here: what looks like a tag is text. */
class PlainTokenizer extends Tokenizer {
  override html(): undefined {
    return undefined;
  }
  override tag(): undefined {
    return undefined;
  }
}

/** Reads Markdown into tokens. `links` are definitions that stood earlier in the same document. */
export function readBlocks(source: string, links: LinkTable = {}): Blocks {
  const lexer = new Lexer({ gfm: true, tokenizer: new PlainTokenizer(), extensions });
  Object.assign(lexer.tokens.links, links);
  const tokens = lexer.lex(source);
  return {
    tokens,
    links: { ...tokens.links },
    readInline: (text) => lexer.inlineTokens(text),
  };
}

export function isListItem(token: Token): token is Tokens.ListItem {
  return token.type === 'list_item';
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
