import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { accepts } from '../handlers/assets.ts';
import { isKnownTag } from '../server/if-none-match.ts';

const compress = { br: promisify(brotliCompress), gzip: promisify(gzip) };

type Coding = keyof typeof compress;

/** A page that is the same for every request until the next build. Each coding is made when it is first asked for. */
export class Answer {
  readonly type: string;
  readonly #text: string;
  readonly #digest: string;
  readonly #compressed = new Map<Coding, Promise<Buffer>>();

  constructor(type: string, text: string) {
    this.type = type;
    this.#text = text;
    this.#digest = createHash('sha256').update(text).digest('base64url').slice(0, 22);
  }

  /** A strong tag names the bytes, which differ in each coding. */
  etag(coding: Coding | null): string {
    return `"${this.#digest}${coding === null ? '' : `-${coding}`}"`;
  }

  bytes(coding: Coding | null): Promise<Buffer> | string {
    if (coding === null) return this.#text;
    const made = this.#compressed.get(coding) ?? compressed(coding, this.#text);
    this.#compressed.set(coding, made);
    return made;
  }
}

function compressed(coding: Coding, text: string): Promise<Buffer> {
  // More effort takes many times as long, for a tenth less.
  if (coding === 'br') return compress.br(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } });
  return compress.gzip(text);
}

export async function sendAnswer(
  request: FastifyRequest,
  reply: FastifyReply,
  answer: Answer,
  headers: Readonly<Record<string, string>>,
): Promise<FastifyReply> {
  const coding = codingFor(request);
  const etag = answer.etag(coding);
  void reply
    .headers(headers)
    .header('etag', etag)
    .header('cache-control', 'no-cache')
    .header('vary', 'accept-encoding');
  if (isKnownTag(request, etag)) return reply.code(304).send();
  if (coding !== null) void reply.header('content-encoding', coding);
  return reply.type(answer.type).send(await answer.bytes(coding));
}

function codingFor({ headers }: FastifyRequest): Coding | null {
  const accepted = headers['accept-encoding'];
  if (accepts('br', accepted)) return 'br';
  return accepts('gzip', accepted) ? 'gzip' : null;
}
