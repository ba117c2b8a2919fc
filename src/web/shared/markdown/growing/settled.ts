import type { Token } from 'marked';

/** How many of `tokens`, read from whole lines, no further line can change. */
export function countSettled(tokens: readonly Token[]): number {
  const open = tokens.findLastIndex(({ type }) => type !== 'space');
  const last = tokens[open];
  if (last === undefined) return tokens.length;
  return isClosed(last) ? open + 1 : open;
}

function isClosed(token: Token): boolean {
  if (token.type === 'heading' || token.type === 'hr' || token.type === 'blockMath') return true;
  const closedFence = /^ {0,3}(`{3,}|~{3,})[^\n]*\n(?:[\s\S]*\n)? {0,3}\1[`~]*[ \t]*\n*$/;
  return token.type === 'code' && closedFence.test(token.raw);
}
