import type { FastifyInstance } from 'fastify';
import { accountEndpoints } from '#contract/endpoints/account-endpoints.ts';
import type { Client } from '#core/clients/client.ts';
import type { ClientStore } from '#core/clients/client-store.ts';
import { type OpenSession, openSessionOf } from '#core/identity/ended-access.ts';
import { addLogoUpload } from '../handlers/account/account-brand.ts';
import { type AccountServices, inviteUser } from '../handlers/account/account-users.ts';
import { addAssetRoutes } from '../handlers/assets.ts';
import { addBrandRoutes } from '../handlers/brand.ts';
import { addInstallRoutes } from '../handlers/install.ts';
import { addLauncherRoutes } from '../handlers/launcher.ts';
import { addOwnAccountRoutes, addOwnConversationRoutes, type OwnServices } from '../handlers/own.ts';
import { addSessionFlow, type SessionFlow } from '../handlers/session-flow.ts';
import { addTenantPages, type TenantPages } from '../handlers/tenant-pages.ts';
import { addAccountOperations } from '../operations/by-session.ts';
import type { LauncherBuild } from '../pages/launcher-build.ts';
import { plainNotFound } from '../pages/not-found-page.ts';
import { type Authenticate, routeAdder } from '../routing/route.ts';
import type { Hosts } from '../server/hosts.ts';
import { hostPrefixes } from '../server/server.ts';
import type { AccessWatch } from '../session/access-watch.ts';
import {
  accountAuthentication,
  loginAuthentication,
  sessionAuthentication,
  tenantOf,
} from '../session/session-authentication.ts';
import { addChatRoutes, type ChatServices } from './api-routes.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The tenant of a request to its host. */
    tenant: Client | null;
  }
}

export interface TenantHostOptions {
  readonly hosts: Hosts;
  readonly clients: ClientStore;
  readonly services: ChatServices;
  readonly pages: TenantPages;
  readonly flow: SessionFlow;
  readonly account: AccountServices;
  readonly own: OwnServices;
  readonly launcher: LauncherBuild;
  readonly watch: AccessWatch<OpenSession>;
}

/** One tenant's own origin. The Host names the tenant, and the database gives its state, on every request. */
export function addTenantHost(app: FastifyInstance, options: TenantHostOptions): void {
  const { hosts, clients, flow, pages, watch } = options;
  const prefix = hostPrefixes.tenant;
  app.decorateRequest('tenant', null);
  app.addHook('onRequest', async (request, reply) => {
    const host = hosts.of(request.raw);
    if (host.kind === 'unknown' && request.is404) return plainNotFound(reply);
    if (host.kind !== 'tenant') return;
    const client = await clients.findEnabled(host.slug);
    if (client === null) return plainNotFound(reply);
    request.tenant = client;
  });
  const authenticateChat = sessionAuthentication(flow, clients);
  // Without a session, a caller does not learn which paths of the chat exist.
  app.addHook('onRequest', async (request) => {
    if (request.is404 && request.url.startsWith(`${prefix}/chat/`)) {
      await authenticateChat(request, 'current');
    }
  });
  app.addHook('preHandler', async ({ caller }, reply) => {
    if (caller?.kind === 'hosted') watch.watch(reply.raw, openSessionOf(caller));
  });
  addChatRoutes(app, `${prefix}/chat`, authenticateChat, options.services);
  addOwnConversationRoutes(app, `${prefix}/chat`, authenticateChat, options.own);
  addOwnAccountRoutes(app, `${prefix}/session`, loginAuthentication(flow, clients), options.own);
  addSessionFlow(app, prefix, flow);
  addTenantPages(app, prefix, pages);
  addAccountRoutes(app, `${prefix}/account/api`, accountAuthentication(flow, clients), options.account);
  addBrandRoutes(app, prefix, pages.brands, (request) => tenantOf(request).slug);
  addInstallRoutes(app, prefix, pages);
  addAssetRoutes(app, prefix, pages.web);
  addLauncherRoutes(app, prefix, options.launcher);
}

/** Registers every operation of the account page, below `/account/api` on a tenant host. */
function addAccountRoutes(
  app: FastifyInstance,
  prefix: string,
  authenticate: Authenticate,
  services: AccountServices,
): void {
  addAccountOperations(app, prefix, authenticate, services);
  routeAdder(app, prefix, authenticate)(accountEndpoints.inviteUser, inviteUser(services));
  addLogoUpload(app, prefix, authenticate, services);
}
