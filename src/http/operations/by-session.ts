import type { FastifyInstance } from 'fastify';
import { accountEndpoint } from '#contract/operations/endpoints-of.ts';
import {
  type AdministratorServices,
  administratorOperations,
} from '#core/operations/client/own-client-operations.ts';
import type { Authenticate } from '../routing/route.ts';
import { actorOf, administratorOf } from '../session/administrator.ts';
import { bindOperations } from './bind.ts';

/** Registers the operations of a tenant's administrator on the own client. */
export function addAccountOperations(
  app: FastifyInstance,
  prefix: string,
  authenticate: Authenticate,
  services: AdministratorServices,
): void {
  bindOperations(app, prefix, authenticate, administratorOperations, services, {
    toEndpoint: accountEndpoint,
    identify: (caller, { ip: address }) => {
      const { client } = administratorOf(caller);
      return { by: { channel: 'account', actor: actorOf(caller), address }, client };
    },
    readQuery: (query) => ('identity' in query ? { external_user_id: query.identity } : query),
    root: '/account/api',
  });
}
