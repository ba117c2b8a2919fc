import type { FastifyInstance } from 'fastify';
import { keyEndpoint } from '#contract/operations/endpoints-of.ts';
import type { Caller } from '#core/identity/caller.ts';
import type { OwnClientServices } from '#core/operations/client/own-client-operations.ts';
import type { Principal } from '#core/operations/principal.ts';
import { actorOf } from '../handlers/people/key-actor.ts';
import type { Authenticate } from '../routing/route.ts';
import { bindOperations } from './bind.ts';

/** Registers what a partner's key does with its own client. */
export function addKeyOperations(
  app: FastifyInstance,
  prefix: string,
  authenticate: Authenticate,
  services: OwnClientServices,
): void {
  bindOperations(app, prefix, authenticate, services, {
    toEndpoint: keyEndpoint,
    identify: (caller) => ({ by: principalOf(caller), client: caller.client }),
    root: '/v1',
  });
}

/** Sessions have no scope of an operation, so none reaches this. */
export function principalOf(caller: Caller): Principal {
  return { channel: 'api', actor: actorOf(caller), scopes: caller.client.scopes };
}
