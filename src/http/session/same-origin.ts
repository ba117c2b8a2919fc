import type { FastifyRequest } from 'fastify';
import { errors } from '#core/errors.ts';

/** A change with a cookie must name this very origin. Requests from scripts always name theirs. */
export function requireSameOrigin(request: FastifyRequest, origin: string): void {
  if (request.headers.origin !== origin) throw errors.originNotAllowed();
}

/**
 * The same for a form. Our pages send no referrer, for which browsers hide the origin of a form as `null`, but no
 * page can forge what they say in `Sec-Fetch-Site`.
 */
export function isFormFrom(request: FastifyRequest, origin: string): boolean {
  const named = request.headers.origin;
  if (named !== undefined && named !== 'null') return named === origin;
  return request.headers['sec-fetch-site'] === 'same-origin';
}

/**
 * Hosts of other tenants are of the same site, so the cookie is sent when one of their pages asks. A browser says
 * where a request comes from; a program that is none need not.
 */
export function requireOwnRead({ headers }: FastifyRequest): void {
  if (!ownSites.has(headers['sec-fetch-site'])) throw errors.originNotAllowed();
}

const ownSites = new Set<unknown>(['same-origin', 'none', undefined]);

/** Whether neither header says where the request comes from, as with programs that are not browsers. */
export function isWithoutOrigin(request: FastifyRequest): boolean {
  return request.headers.origin === undefined && request.headers['sec-fetch-site'] === undefined;
}
