import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { errors } from '#core/errors.ts';
import { addGetRoute } from '../routing/route.ts';
import type { Hosts } from '../server/hosts.ts';
import { isKnownTag } from '../server/if-none-match.ts';
import { hostPrefixes } from '../server/server.ts';
import type { ClientPackages, PackageFile } from './client-packages.ts';

/**
 * `/sdk/parley-client-<version>.tgz` is what a partner installs: the file of a version never changes, so that lock
 * files stay valid. `/sdk/parley-client.tgz` is this service's own, and `/sdk/parley-client.json` lists all with their
 * integrity values. None of them is secret.
 */
export function addClientPackageRoutes(app: FastifyInstance, hosts: Hosts, packages: ClientPackages): void {
  const prefix = `${hostPrefixes.api}/sdk`;
  addGetRoute(app, `${prefix}/parley-client.json`, async (_request, reply) => {
    const list = await packages.list();
    if (list === null) throw errors.notFound();
    const versions = list.packages.map(({ version, integrity }) => ({
      version,
      url: `${hosts.apiOrigin}/sdk/parley-client-${version}.tgz`,
      integrity,
    }));
    const { version } = list;
    const current = versions.find((each) => each.version === version);
    return reply
      .headers({ ...forEverybody, 'cache-control': 'no-cache' })
      .send({ ok: true, name: '@parley/client', ...current, versions });
  });

  addGetRoute(app, `${prefix}/parley-client.tgz`, async (request, reply) =>
    sendPackage(request, reply, await packages.current(), 'no-cache'),
  );

  app.route<{ Params: { file: string } }>({
    method: ['GET', 'HEAD'],
    url: `${prefix}/:file`,
    handler: async (request, reply) => {
      const version = /^parley-client-(.+)\.tgz$/.exec(request.params.file)?.[1] ?? '';
      const file = await packages.file(version);
      return sendPackage(request, reply, file, 'public, max-age=31536000, immutable');
    },
  });
}

const forEverybody = {
  'access-control-allow-origin': '*',
  'cross-origin-resource-policy': 'cross-origin',
};

function sendPackage(
  request: FastifyRequest,
  reply: FastifyReply,
  file: PackageFile | null,
  caching: string,
): FastifyReply {
  if (file === null) throw errors.notFound();
  const { bytes, integrity } = file;
  const digest = integrity.replace('sha512-', '');
  const etag = `"${digest.slice(0, 22)}"`;
  void reply
    .headers(forEverybody)
    .header('cache-control', caching)
    .header('etag', etag)
    .header('repr-digest', `sha-512=:${digest}:`);
  if (isKnownTag(request, etag)) return reply.code(304).send();
  return reply.type('application/gzip').send(bytes);
}
