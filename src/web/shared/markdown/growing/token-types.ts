import type { Token, Tokens } from 'marked';

export function isList(token: Token): token is Tokens.List {
  return token.type === 'list';
}

export function isTable(token: Token): token is Tokens.Table {
  return token.type === 'table';
}
