import type { FastifyRequest } from 'fastify';
import { checkIdempotencyKey } from '#core/turn/chat-request.ts';

/**
 * The Idempotency-Key of a request, as it is stored. These requests are stored as those of `POST /stream` and `/jobs`,
 * so the key contains the route and a line feed, which no key that is sent can contain.
 */
export function routeKey({ headers }: FastifyRequest, route: 'chat completion' | 'response'): string | null {
  const key = checkIdempotencyKey(headers['idempotency-key']);
  return key === null ? null : `${route}\n${key}`;
}
