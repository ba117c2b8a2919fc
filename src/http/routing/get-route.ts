import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

/** Adds a page or a file: GET reads it, and HEAD returns the headers that GET would send. */
export function addGetRoute(
  app: FastifyInstance,
  url: string,
  handler: (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>,
): void {
  app.route({ method: ['GET', 'HEAD'], url, handler });
}
