import type { Token } from 'marked';

/**
 * Rewrites the depths of the headings in `token` so that none is more than one below the heading before it: assistive
 * technology reads a skipped level as a missing section. `before` is the depth of the last heading above, 0 for none.
 * Returns the depth of the last heading, or null when there is none inside.
 */
export function levelHeadings(token: Token, before: number): number | null {
  if (token.type === 'heading' && 'depth' in token) {
    token.depth = Math.min(token.depth, before + 1);
    return token.depth;
  }
  let last: number | null = null;
  for (const child of childrenOf(token)) last = levelHeadings(child, last ?? before) ?? last;
  return last;
}

function childrenOf(token: Token): readonly Token[] {
  if (token.type === 'list' && 'items' in token) return token.items;
  if (token.type === 'list_item' || token.type === 'blockquote') return token.tokens ?? [];
  return [];
}
