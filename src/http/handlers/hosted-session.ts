import type { FastifyInstance } from 'fastify';
import { endpoints } from '#contract/endpoints/endpoints.ts';
import { createHostedSession } from '#core/identity/create-hosted-session.ts';
import type { SessionTokens, TokenOrigins } from '#core/identity/session-token.ts';
import { type Authenticate, routeAdder } from '../routing/route.ts';
import { identify } from '../session/request-identity.ts';

export interface SessionServices {
  readonly tokens: SessionTokens;
  readonly origins: TokenOrigins;
}

export function addHostedSessionRoute(
  app: FastifyInstance,
  prefix: string,
  authenticate: Authenticate,
  { tokens, origins }: SessionServices,
): void {
  routeAdder(
    app,
    prefix,
    authenticate,
  )(endpoints.createHostedSession, async ({ caller, body }) => {
    const owner = identify(caller, { body: body.external_user_id });
    return { body: await createHostedSession(tokens, origins, caller.client, owner, body.ttl_seconds) };
  });
}
