import type { FastifyReply } from 'fastify';
import { asksForPage, type Home, notFoundPage } from './not-found-page.ts';

/** The same response for unknown and revoked tenants, whatever the path: a page for a browser, a line for a program. */
export function plainNotFound(reply: FastifyReply, home: Home | null = null): FastifyReply {
  const { request } = reply;
  return asksForPage(request) ? notFoundPage(request, reply, home) : plainText(reply, 404, 'Not found\n');
}

export function plainText(reply: FastifyReply, status: number, text: string): FastifyReply {
  return reply.code(status).header('cache-control', 'no-store').type('text/plain; charset=utf-8').send(text);
}
