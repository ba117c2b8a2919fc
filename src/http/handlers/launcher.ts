import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { LauncherBuild, LauncherFile } from '../pages/launcher-build.ts';
import { plainNotFound, plainText } from '../pages/not-found-page.ts';
import { buildCommand } from '../pages/web-build.ts';
import { addGetRoute } from '../routing/route.ts';
import { isKnownTag } from '../server/if-none-match.ts';
import { accepts } from './assets.ts';

/** The response where the launcher is not built. */
const launcherNotBuilt = `The launcher is not built. Run: ${buildCommand}`;

/** Any page of any origin may load it, including pages that check integrity or are cross-origin isolated. */
const forEverybody = {
  'access-control-allow-origin': '*',
  'cross-origin-resource-policy': 'cross-origin',
  'x-content-type-options': 'nosniff',
};

/**
 * `/launcher.js` is the current launcher, `/launcher/<version>.js` a pinned one, and `/launcher.json` names the
 * current version and its integrity value. None of them is secret or specific to a tenant.
 */
export function addLauncherRoutes(app: FastifyInstance, prefix: string, build: LauncherBuild): void {
  addGetRoute(app, `${prefix}/launcher.js`, async (request, reply) => {
    const current = await build.current();
    const file = current && (await build.file(current.version));
    if (!file) return plainText(reply, 503, `${launcherNotBuilt}\n`);
    return sendScript(request, reply.header('cache-control', 'public, max-age=300'), file);
  });

  addGetRoute(app, `${prefix}/launcher.json`, async (_request, reply) => {
    const current = await build.current();
    if (current === null) return plainText(reply, 503, `${launcherNotBuilt}\n`);
    const { version, integrity } = current;
    return reply
      .headers({ ...forEverybody, 'cache-control': 'public, max-age=300' })
      .send({ ok: true, version, path: `/launcher/${version}.js`, integrity });
  });

  app.route<{ Params: { file: string } }>({
    method: ['GET', 'HEAD'],
    url: `${prefix}/launcher/:file`,
    handler: async (request, reply) => {
      const version = /^(.+)\.js$/.exec(request.params.file)?.[1] ?? '';
      const file = await build.file(version);
      if (file === null) return plainNotFound(reply);
      return sendScript(request, reply.header('cache-control', 'public, max-age=31536000, immutable'), file);
    },
  });
}

function sendScript(
  request: FastifyRequest,
  reply: FastifyReply,
  { version, bytes, brotli }: LauncherFile,
): FastifyReply {
  const isCompressed = brotli !== null && accepts('br', request.headers['accept-encoding']);
  const tag = `"${version}${isCompressed ? '-br' : ''}"`;
  void reply.headers({ ...forEverybody, vary: 'accept-encoding', etag: tag });
  if (isKnownTag(request, tag)) return reply.code(304).send();
  void reply.type('text/javascript; charset=utf-8');
  return isCompressed ? reply.header('content-encoding', 'br').send(brotli) : reply.send(bytes);
}
