import type { FastifyInstance } from 'fastify';
import { peopleEndpoints } from '#contract/endpoints/people-endpoints.ts';
import type { Administration } from '#core/administration/administration.ts';
import { blockUser, listBlockedUsers, unblockUser } from '../handlers/people/blocked-users.ts';
import { eraseUserData, exportUserData } from '../handlers/people/user-data.ts';
import { type Authenticate, routeAdder } from './route.ts';

/** The routes with which a partner's backend looks after its end users. */
export function addPeopleRoutes(
  app: FastifyInstance,
  prefix: string,
  authenticate: Authenticate,
  { blocked, userData }: Administration,
): void {
  const add = routeAdder(app, prefix, authenticate);
  const on = peopleEndpoints;

  add(on.listBlockedUsers, listBlockedUsers(blocked));
  add(on.blockUser, blockUser(blocked));
  add(on.unblockUser, unblockUser(blocked));
  add(on.exportUserData, exportUserData(userData));
  add(on.eraseUserData, eraseUserData(userData));
}
