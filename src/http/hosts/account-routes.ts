import type { FastifyInstance } from 'fastify';
import { accountEndpoints } from '#contract/endpoints/account-endpoints.ts';
import { addLogoUpload } from '../handlers/account/account-brand.ts';
import type { AccountServices } from '../handlers/account/account-services.ts';
import { inviteUser } from '../handlers/account/account-users.ts';
import { addAccountOperations } from '../operations/by-session.ts';
import { type Authenticate, routeAdder } from '../routing/route.ts';

/** Registers every operation of the account page, below `/account/api` on a tenant host. */
export function addAccountRoutes(
  app: FastifyInstance,
  prefix: string,
  authenticate: Authenticate,
  services: AccountServices,
): void {
  addAccountOperations(app, prefix, authenticate, services);
  routeAdder(app, prefix, authenticate)(accountEndpoints.inviteUser, inviteUser(services));
  addLogoUpload(app, prefix, authenticate, services);
}
