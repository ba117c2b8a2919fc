import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

/** A page or a file: GET reads it, and HEAD asks what GET would answer. */
export function addGetRoute(
  app: FastifyInstance,
  url: string,
  handler: (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>,
): void {
  app.route({ method: ['GET', 'HEAD'], url, handler });
}
