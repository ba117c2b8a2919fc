import type { FastifyInstance } from 'fastify';
import { adminEndpoints } from '#contract/endpoints/admin-endpoints.ts';
import type { Administration } from '#core/administration/administration.ts';
import type { PasswordLinks } from '#core/sign-in/password-links.ts';
import {
  createAgent,
  deleteAgent,
  getAgent,
  listAgents,
  updateAgent,
} from '../handlers/admin/admin-agents.ts';
import {
  bindAgent,
  changeClient,
  createClient,
  getClient,
  listClients,
  rotateKey,
  unbindAgent,
  updateClient,
} from '../handlers/admin/admin-clients.ts';
import { listAudit, reportUsage } from '../handlers/admin/admin-reports.ts';
import { createUser, listUsers, resetPassword, updateUser } from '../handlers/admin/admin-users.ts';
import type { Hosts } from '../hosts/hosts.ts';
import { type Authenticate, routeAdder } from './route.ts';

/** Registers every operation for operators. */
export function addAdminRoutes(
  app: FastifyInstance,
  prefix: string,
  authenticate: Authenticate,
  { clients, users, agents, reports, audit }: Administration,
  hosts: Hosts,
  links: PasswordLinks,
): void {
  const add = routeAdder(app, prefix, authenticate);
  const on = adminEndpoints;

  add(on.listClients, listClients(clients, hosts));
  add(on.createClient, createClient(clients, hosts));
  add(on.getClient, getClient(clients, hosts));
  add(on.updateClient, updateClient(clients, hosts));
  add(on.rotateKey, rotateKey(clients, hosts));
  add(on.rotateHandoff, changeClient(clients, hosts, 'rotateHandoff'));
  add(on.revokeClient, changeClient(clients, hosts, 'revoke'));
  add(on.enableClient, changeClient(clients, hosts, 'enable'));
  add(on.bindAgent, bindAgent(clients, hosts));
  add(on.unbindAgent, unbindAgent(clients, hosts));
  add(on.listUsers, listUsers(users));
  add(on.createUser, createUser(users, links));
  add(on.updateUser, updateUser(users));
  add(on.resetPassword, resetPassword(links));
  add(on.listAgents, listAgents(agents));
  add(on.createAgent, createAgent(agents));
  add(on.getAgent, getAgent(agents));
  add(on.updateAgent, updateAgent(agents));
  add(on.deleteAgent, deleteAgent(agents));
  add(on.reportUsage, reportUsage(reports));
  add(on.listAudit, listAudit(audit));
}
