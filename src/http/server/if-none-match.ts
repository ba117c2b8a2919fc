import type { FastifyRequest } from 'fastify';
import type { KnownStates } from '#core/conversations/conversation-state.ts';

/** Whether the reader has this representation already. Proxies that compress an answer make its tag a weak one. */
export function isKnownTag(request: FastifyRequest, etag: string): boolean {
  const tags = tagsIn(request);
  return tags !== null && isAmong(tags, etag);
}

/** The states that a reader names in its tags; null when it sends none. */
export function knownStates(request: FastifyRequest): KnownStates | null {
  const tags = tagsIn(request);
  if (tags === null) return null;
  return {
    has: (tag) => isAmong(tags, `"${tag}"`),
    matchesExcept: (change) => tags.some((tag) => tag === '*' || tag.startsWith(`"${change}.`)),
  };
}

/** Whether a quoted tag is one of the reader's; `*` stands for any. */
function isAmong(tags: readonly string[], etag: string): boolean {
  return tags.includes(etag) || tags.includes('*');
}

/** The quoted tags in If-None-Match, weak ones like others; null without the header. */
function tagsIn({ headers }: FastifyRequest): readonly string[] | null {
  const ifNoneMatch = headers['if-none-match'];
  if (ifNoneMatch === undefined) return null;
  return ifNoneMatch.split(',').map((tag) => tag.trim().replace(/^W\//, ''));
}
