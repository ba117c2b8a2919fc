import type { FastifyInstance } from 'fastify';
import { accountEndpoints } from '#contract/endpoints/account-endpoints.ts';
import { addLogoUpload, getBrand, removeLogo, updateBrand } from '../handlers/account/account-brand.ts';
import { listEndedTurns } from '../handlers/account/account-people.ts';
import { endSession, listAudit, listSessions, rotateHandoff } from '../handlers/account/account-security.ts';
import type { AccountServices } from '../handlers/account/account-services.ts';
import {
  embeddingCheck,
  getEmbedding,
  getSubscription,
  getUsage,
  updateEmbedding,
} from '../handlers/account/account-tenant.ts';
import { inviteUser } from '../handlers/account/account-users.ts';
import { addAccountOperations } from '../operations/by-session.ts';
import { type Authenticate, routeAdder } from './route.ts';

/** Registers every operation of the account page, below `/account/api` on a tenant host. */
export function addAccountRoutes(
  app: FastifyInstance,
  prefix: string,
  authenticate: Authenticate,
  services: AccountServices,
): void {
  const add = routeAdder(app, prefix, authenticate);
  const on = accountEndpoints;

  add(on.inviteUser, inviteUser(services));
  add(on.listEndedTurns, listEndedTurns(services));
  add(on.getUsage, getUsage(services));
  add(on.getBrand, getBrand(services));
  add(on.updateBrand, updateBrand(services));
  add(on.removeLogo, removeLogo(services));
  addLogoUpload(app, prefix, authenticate, services);
  add(on.getEmbedding, getEmbedding(services));
  add(on.updateEmbedding, updateEmbedding(services));
  add(on.checkEmbedding, embeddingCheck(services));
  add(on.getSubscription, getSubscription());
  add(on.listSessions, listSessions(services));
  add(on.endSession, endSession(services));
  add(on.rotateHandoff, rotateHandoff(services));
  add(on.listAudit, listAudit(services));
  addAccountOperations(app, prefix, authenticate, { ...services, ...services.administration });
}
