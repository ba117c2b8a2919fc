import type { FastifyInstance } from 'fastify';
import { plainNotFound } from '../pages/not-found-page.ts';
import type { WebBuild } from '../pages/web-build.ts';

/**
 * Built files below a host's `/assets/`. Their names change with their content, so they can be cached without limit.
 */
export function addAssetRoutes(app: FastifyInstance, prefix: string, web: WebBuild): void {
  app.route<{ Params: { file: string } }>({
    method: ['GET', 'HEAD'],
    url: `${prefix}/assets/:file`,
    handler: async (request, reply) => {
      const asset = await web.asset(request.params.file);
      if (asset === null) return plainNotFound(reply);
      void reply
        .type(asset.type)
        .header('cache-control', 'public, max-age=31536000, immutable')
        .header('cross-origin-resource-policy', 'cross-origin')
        .header('vary', 'accept-encoding');
      if (asset.brotli === null || !accepts('br', request.headers['accept-encoding'])) {
        return reply.send(asset.bytes);
      }
      return reply.header('content-encoding', 'br').send(asset.brotli);
    },
  });
}

/** The digits of a weight are bounded, as in RFC 9110, which also keeps the match linear. */
const weighted = /^\s*(br|gzip)\s*(?:;\s*q\s*=\s*(?:1(?:\.0{0,3})?|0\.(?!0*\s*$)\d{1,3})\s*)?$/i;

export function accepts(coding: 'br' | 'gzip', accepted: string | string[] | undefined): boolean {
  return [accepted ?? []]
    .flat()
    .join(',')
    .split(',')
    .some((each) => weighted.exec(each)?.[1]?.toLowerCase() === coding);
}
