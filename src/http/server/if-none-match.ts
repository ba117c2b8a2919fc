import type { FastifyRequest } from 'fastify';

/** Whether the reader has this representation already. Proxies that compress an answer make its tag a weak one. */
export function isKnownTag({ headers }: FastifyRequest, etag: string): boolean {
  const known = tagsIn(headers['if-none-match']) ?? [];
  return known.includes(etag) || known.includes('*');
}

/** The quoted tags in If-None-Match, weak ones like others; null without the header. */
export function tagsIn(ifNoneMatch: string | undefined): readonly string[] | null {
  if (ifNoneMatch === undefined) return null;
  return ifNoneMatch.split(',').map((tag) => tag.trim().replace(/^W\//, ''));
}
