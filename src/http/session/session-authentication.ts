import type { FastifyRequest } from 'fastify';
import { pageUserHeader } from '#contract/pages.ts';
import type { Client } from '#core/clients/client.ts';
import type { ClientStore } from '#core/clients/client-store.ts';
import { errors, ParleyError } from '#core/errors.ts';
import { bearerToken, type Freshness } from '#core/identity/authenticate.ts';
import type { Caller, Visitor } from '#core/identity/caller.ts';
import type { LoginSessionStore } from '#core/identity/login-session-store.ts';
import type { SessionTokens } from '#core/identity/session-token.ts';
import { verifyHandoff, verifyLogin } from '#core/identity/verify-session.ts';
import type { Authenticate } from '../routing/route.ts';
import type { Hosts } from '../server/hosts.ts';
import type { Cookies } from './cookies.ts';
import { requireOwnRead, requireSameOrigin } from './same-origin.ts';

export interface SessionServices {
  readonly hosts: Hosts;
  readonly cookies: Cookies;
  readonly tokens: SessionTokens;
  readonly logins: LoginSessionStore;
}

/**
 * A minted token comes in the Authorization header and a login in the cookie, and neither is accepted in the
 * other's place.
 */
export function sessionAuthentication(services: SessionServices, clients: ClientStore): Authenticate {
  return async (request, freshness) => {
    const client = await currentTenant(request, freshness, clients);
    const token = bearerToken(request.headers.authorization);
    if (token !== null) return verifyHandoff(services.tokens, client, token);
    return cookieCaller(services, request, client);
  };
}

/** The tenant of the host, read again where the caller is decided again: the one that is known was too old. */
async function currentTenant(
  request: FastifyRequest,
  freshness: Freshness,
  clients: ClientStore,
): Promise<Client> {
  if (request.caller !== null && freshness === 'current') {
    request.tenant = await clients.findEnabled(tenantOf(request).slug);
  }
  return tenantOf(request);
}

/** For people who have signed in, with the cookie alone. */
export function loginAuthentication(services: SessionServices, clients: ClientStore): Authenticate {
  return async (request, freshness) =>
    cookieCaller(services, request, await currentTenant(request, freshness, clients));
}

/** For administrators of the tenant, with the cookie alone. */
export function accountAuthentication(services: SessionServices, clients: ClientStore): Authenticate {
  const authenticate = loginAuthentication(services, clients);
  return async (request, freshness) => {
    const caller = await authenticate(request, freshness);
    if (caller.kind !== 'hosted' || !caller.admin) throw errors.adminRequired();
    return caller;
  };
}

async function cookieCaller(services: SessionServices, request: FastifyRequest, client: Client) {
  const token = services.cookies.read(request, 'session');
  if (token === null) throw errors.sessionRequired();
  const caller = await verifyLogin(services.tokens, services.logins, client, token);
  requirePageUser(request, caller);
  if (request.method === 'GET' || request.method === 'HEAD') requireOwnRead(request);
  else requireSameOrigin(request, services.hosts.tenantUrl(client.slug));
  return caller;
}

/** A page that was loaded for one person neither shows nor sends anything as another one. */
function requirePageUser({ headers }: FastifyRequest, caller: Caller): void {
  const believed = headers[pageUserHeader];
  if (believed !== undefined && caller.kind === 'hosted' && believed !== caller.userId)
    throw errors.anotherUser();
}

/** The user who opens a page; null without a session, whatever the reason. */
export async function pageVisitor(
  { cookies, tokens, logins }: SessionServices,
  request: FastifyRequest,
): Promise<Visitor | null> {
  const token = cookies.read(request, 'session');
  if (token === null) return null;
  try {
    const caller = await verifyLogin(tokens, logins, tenantOf(request), token);
    return caller.kind === 'hosted' ? caller : null;
  } catch (error) {
    if (error instanceof ParleyError && (error.status === 401 || error.status === 403)) return null;
    throw error;
  }
}

export function tenantOf(request: FastifyRequest): Client {
  if (request.tenant === null) throw errors.notFound();
  return request.tenant;
}
