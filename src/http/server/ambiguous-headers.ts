import type { IncomingMessage } from 'node:http';

/**
 * Headers of which Node reads the first value, while a proxy in front may have read the last. Sent twice, they could
 * make the two assign the request to different tenants or callers.
 */
const single = ['host', 'authorization'];

/** The name of a header that was sent more than once; null when there is none. */
export function repeatedHeader({ rawHeaders }: IncomingMessage): string | null {
  return single.find((name) => countOf(rawHeaders, name) > 1) ?? null;
}

/** HTTP/1.1 requires a Host (RFC 9112, section 3.2). */
export function lacksHost({ headers, httpVersion }: IncomingMessage): boolean {
  return headers.host === undefined && httpVersion !== '1.0';
}

/** HTTP/1.0 has no chunked bodies, so a proxy in front may have seen the end of the request elsewhere (RFC 9112, section 6.1). */
export function isChunkedTooEarly({ headers, httpVersion }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined && httpVersion === '1.0';
}

function countOf(rawHeaders: readonly string[], wanted: string): number {
  const isWanted = (name: string, index: number) =>
    index % 2 === 0 && name.length === wanted.length && name.toLowerCase() === wanted;
  return rawHeaders.filter(isWanted).length;
}
