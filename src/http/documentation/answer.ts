import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { acceptsBrotli } from '../handlers/assets.ts';

const compress = promisify(brotliCompress);

/** A page that is the same for every request until the next build. */
export interface Answer {
  readonly type: string;
  readonly etag: string;
  readonly text: string;
  readonly brotli: Buffer;
}

export async function makeAnswer(type: string, text: string): Promise<Answer> {
  const etag = `"${createHash('sha256').update(text).digest('base64url').slice(0, 22)}"`;
  // More effort takes many times as long, for a tenth less.
  const params = { [constants.BROTLI_PARAM_QUALITY]: 5 };
  return { type, etag, text, brotli: await compress(Buffer.from(text), { params }) };
}

export function sendAnswer(
  request: FastifyRequest,
  reply: FastifyReply,
  { type, etag, text, brotli }: Answer,
  headers: Readonly<Record<string, string>>,
): FastifyReply {
  void reply
    .headers(headers)
    .header('etag', etag)
    .header('cache-control', 'no-cache')
    .header('vary', 'accept-encoding');
  if ((request.headers['if-none-match'] ?? '').includes(etag)) return reply.code(304).send();
  void reply.type(type);
  if (!acceptsBrotli(request.headers['accept-encoding'])) return reply.send(text);
  return reply.header('content-encoding', 'br').send(brotli);
}
