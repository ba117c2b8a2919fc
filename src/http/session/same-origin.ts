import type { FastifyRequest } from 'fastify';
import { errors } from '#core/errors.ts';

/** A change with a cookie has to name this very origin. Scripts' requests always name theirs. */
export function requireSameOrigin(request: FastifyRequest, origin: string): void {
  if (request.headers.origin !== origin) throw errors.originNotAllowed();
}

/**
 * The same for a form. Our pages send no referrer, for which browsers hide the origin of a form as `null`; what
 * they say in `Sec-Fetch-Site` no page can forge.
 */
export function isFormFrom(request: FastifyRequest, origin: string): boolean {
  const named = request.headers.origin;
  if (named !== undefined && named !== 'null') return named === origin;
  return request.headers['sec-fetch-site'] === 'same-origin';
}

/** Whether the request says by neither header where it comes from, as no browser does. */
export function isWithoutOrigin(request: FastifyRequest): boolean {
  return request.headers.origin === undefined && request.headers['sec-fetch-site'] === undefined;
}
