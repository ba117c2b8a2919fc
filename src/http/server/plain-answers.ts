import type { FastifyReply } from 'fastify';

/** The same response for unknown and revoked tenants, whatever the path. */
export function plainNotFound(reply: FastifyReply): FastifyReply {
  return plainText(reply, 404, 'Not found\n');
}

export function plainText(reply: FastifyReply, status: number, text: string): FastifyReply {
  return reply.code(status).header('cache-control', 'no-store').type('text/plain; charset=utf-8').send(text);
}
