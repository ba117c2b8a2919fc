import type { FastifyInstance } from 'fastify';
import { type accountEndpoints, logoUpload } from '#contract/endpoints/account-endpoints.ts';
import type { Brand } from '#core/brand/brand.ts';
import { presentBrand } from '#core/brand/present-brand.ts';
import { errors } from '#core/errors.ts';
import type { Handler, ResultOf } from '../../routing/call.ts';
import { type Authenticate, sendAnswer } from '../../routing/route.ts';
import { noteArrival } from '../../server/whole-request.ts';
import { type AccountServices, actorOf } from './account-services.ts';

type Endpoints = typeof accountEndpoints;

export function getBrand({ brands }: AccountServices): Handler<Endpoints['getBrand']> {
  return async ({ caller }) => answerBrand(await brands.find(caller.client));
}

export function updateBrand({ brands }: AccountServices): Handler<Endpoints['updateBrand']> {
  return async ({ caller, body: { assistant_name: assistantName, ...look } }) => {
    const change = assistantName === undefined ? look : { ...look, assistantName };
    return answerBrand(await brands.update(actorOf(caller), caller.client, change));
  };
}

export function removeLogo({ brands }: AccountServices): Handler<Endpoints['removeLogo']> {
  return async ({ caller }) => answerBrand(await brands.removeLogo(actorOf(caller), caller.client));
}

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
        return sendAnswer(answerBrand(await brands.setLogo(actorOf(caller), caller.client, body)), reply);
      },
    });
  });
}

function answerBrand(brand: Brand): ResultOf<Endpoints['getBrand']> {
  return { body: { ok: true, brand: presentBrand(brand) } };
}
