import type { FastifyInstance } from 'fastify';
import { endpoints } from '#contract/endpoints/endpoints.ts';
import { contextLimits } from '#contract/shared/context-limits.ts';
import { checkFacts } from '#core/identity/check-context.ts';
import { createHostedSession, type SessionServices } from '#core/identity/create-hosted-session.ts';
import { type Authenticate, routeAdder } from '../routing/route.ts';
import { identify } from '../session/request-identity.ts';

export function addHostedSessionRoute(
  app: FastifyInstance,
  prefix: string,
  authenticate: Authenticate,
  services: SessionServices,
): void {
  routeAdder(
    app,
    prefix,
    authenticate,
  )(endpoints.createHostedSession, async ({ caller, body }) => {
    const owner = identify(caller, { body: body.external_user_id });
    const facts = checkFacts(body.facts, '/facts', contextLimits.facts.tokenBytes);
    const asked = { ttlSeconds: body.ttl_seconds, facts };
    return { body: await createHostedSession(services, caller.client, owner, asked) };
  });
}
