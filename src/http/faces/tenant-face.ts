import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { errors } from '#core/errors.ts';
import { bearerToken } from '#core/identity/authenticate.ts';
import type { LoginSessionStore } from '#core/identity/login-session-store.ts';
import type { SessionTokens } from '#core/identity/session-token.ts';
import { verifyHandoff } from '#core/identity/verify-session.ts';
import type { Client } from '#core/tenants/client.ts';
import type { ClientStore } from '#core/tenants/client-store.ts';
import { addChatRoutes, type ChatServices } from '../api-routes.ts';
import type { Hosts } from '../hosts.ts';
import type { Authenticate } from '../route.ts';
import { faces } from '../server.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The tenant of a request to its host. */
    tenant: Client | null;
  }
}

export interface TenantFaceOptions {
  readonly hosts: Hosts;
  readonly clients: ClientStore;
  readonly tokens: SessionTokens;
  readonly logins: LoginSessionStore;
  readonly services: ChatServices;
}

/** One tenant's own origin. Its name comes from the Host, and its state from the database, on every request. */
export function addTenantFace(app: FastifyInstance, options: TenantFaceOptions): void {
  app.decorateRequest('tenant', null);
  app.addHook('onRequest', async (request, reply) => {
    const host = options.hosts.classify(request.headers.host);
    if (host.kind === 'unknown') return plainNotFound(reply);
    if (host.kind !== 'tenant') return;
    const client = await options.clients.findBySlug(host.slug);
    if (client === null || !client.enabled) return plainNotFound(reply);
    request.tenant = client;
  });
  addChatRoutes(app, `${faces.tenant}/chat`, sessionAuthentication(options), options.services);
}

/** A token in the Authorization header. */
function sessionAuthentication({ tokens }: TenantFaceOptions): Authenticate {
  return async (request) => {
    const token = bearerToken(request.headers.authorization);
    if (token === null) throw errors.sessionRequired();
    return verifyHandoff(tokens, tenantOf(request), token);
  };
}

export function tenantOf(request: FastifyRequest): Client {
  if (request.tenant === null) throw errors.notFound();
  return request.tenant;
}

/** The same for an unknown and for a revoked tenant, whatever the path. */
export function plainNotFound(reply: FastifyReply): FastifyReply {
  return reply
    .code(404)
    .header('cache-control', 'no-store')
    .type('text/plain; charset=utf-8')
    .send('Not found\n');
}
