import type { FastifyInstance } from 'fastify';
import { logoUpload } from '#contract/endpoints/account-endpoints.ts';
import { errors } from '#core/errors.ts';
import { presentedBrand } from '#core/operations/client/brand.ts';
import { type Authenticate, sendAnswer } from '../../routing/route.ts';
import { noteArrival } from '../../server/whole-request.ts';
import { actorOf } from '../../session/administrator.ts';
import type { AccountServices } from './account-users.ts';

/** The one route whose body is a file. */
export function addLogoUpload(
  app: FastifyInstance,
  prefix: string,
  authenticate: Authenticate,
  { brands }: AccountServices,
): void {
  void app.register(async (scope) => {
    scope.addContentTypeParser(
      [...logoUpload.types, 'image/svg+xml'],
      { parseAs: 'buffer' },
      (_request, body, done) => done(null, body),
    );
    scope.route({
      method: 'PUT',
      url: `${prefix}${logoUpload.path}`,
      bodyLimit: logoUpload.bytes,
      onRequest: async (request) => {
        noteArrival(request);
        request.caller = await authenticate(request, 'current');
      },
      handler: async (request, reply) => {
        if (!request.cameWhole) request.caller = await authenticate(request, 'current');
        const { caller, body } = request;
        if (caller === null) throw errors.sessionRequired();
        if (!Buffer.isBuffer(body)) throw errors.unsupportedMediaType();
        const brand = await brands.setLogo(actorOf(caller), caller.client, body);
        return sendAnswer({ body: presentedBrand(brand) }, reply);
      },
    });
  });
}
