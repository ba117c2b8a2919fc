import type { FastifyInstance } from 'fastify';
import { keyEndpoint } from '#contract/operations/endpoints-of.ts';
import {
  type OwnClientServices,
  ownClientOperations,
} from '#core/operations/client/own-client-operations.ts';
import type { Authenticate } from '../routing/route.ts';
import { actorOf } from '../session/key-actor.ts';
import { bindOperations } from './bind.ts';

/** Registers the operations of a partner's key on its own client. */
export function addKeyOperations(
  app: FastifyInstance,
  prefix: string,
  authenticate: Authenticate,
  services: OwnClientServices,
): void {
  bindOperations(app, prefix, authenticate, ownClientOperations, services, {
    toEndpoint: keyEndpoint,
    identify: (caller) => ({ by: { channel: 'key', actor: actorOf(caller) }, client: caller.client }),
    root: '/v1',
  });
}
