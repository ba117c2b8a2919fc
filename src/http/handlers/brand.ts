import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { bubblePath } from '#core/brand/app-icon.ts';
import { type Logo, plainBrand } from '#core/brand/brand.ts';
import type { BrandStore } from '#core/brand/brand-store.ts';
import { themeStyles } from '#core/brand/present-brand.ts';
import { addGetRoute } from '../routing/route.ts';
import { isKnownTag } from '../server/if-none-match.ts';
import { imageHeaders } from '../server/security-headers.ts';

/** A grey speech bubble: the logo of tenants that have none, and of unknown tenants. */
const neutralLogo = {
  type: 'image/svg+xml',
  bytes: Buffer.from(
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64" width="64" height="64">' +
      `<path fill="#7a808a" d="${bubblePath}"/></svg>`,
  ),
};

/**
 * `/brand/logo` and `/brand/theme.css`: they exist for every tenant that a request may be about. Unknown and revoked
 * tenants cost the same query and get the neutral ones.
 */
export function addBrandRoutes(
  app: FastifyInstance,
  prefix: string,
  brands: BrandStore,
  slugOf: (request: FastifyRequest) => string,
): void {
  addGetRoute(app, `${prefix}/brand/logo`, async (request, reply) => {
    const logo: Logo | typeof neutralLogo = (await brands.findLogo(slugOf(request))) ?? neutralLogo;
    return sendCacheable(request, reply.headers(imageHeaders), logo.type, logo.bytes);
  });
  addGetRoute(app, `${prefix}/brand/theme.css`, async (request, reply) => {
    const brand = await brands.findOfTenant(slugOf(request));
    const styles = Buffer.from(themeStyles(brand ?? plainBrand));
    return sendCacheable(request, reply, 'text/css; charset=utf-8', styles);
  });
}

/** Revalidated each time, and sent only when it has changed. */
export function sendCacheable(
  request: FastifyRequest,
  reply: FastifyReply,
  type: string,
  bytes: Buffer,
): FastifyReply {
  const tag = `"${createHash('sha256').update(bytes).digest('base64url')}"`;
  void reply.header('cache-control', 'public, no-cache').header('etag', tag);
  void reply.header('cross-origin-resource-policy', 'cross-origin');
  if (isKnownTag(request, tag)) return reply.code(304).send();
  return reply.type(type).send(bytes);
}
