import type { FastifyRequest } from 'fastify';

/** Whether the reader has this representation already. Proxies that compress an answer make its tag a weak one. */
export function isKnownTag({ headers }: FastifyRequest, etag: string): boolean {
  const known = (headers['if-none-match'] ?? '').split(',').map((tag) => tag.trim().replace(/^W\//, ''));
  return known.includes(etag) || known.includes('*');
}
