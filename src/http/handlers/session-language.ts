import type { FastifyInstance } from 'fastify';
import { sessionEndpoints } from '#contract/endpoints/session-endpoints.ts';
import type { LanguageWriter } from '#core/clients/hosted-user.ts';
import { errors } from '#core/errors.ts';
import { type Authenticate, routeAdder } from '../routing/route.ts';

/** Stores the language that a signed-in person chose; only the person's own. */
export function addSessionLanguage(
  app: FastifyInstance,
  prefix: string,
  authenticate: Authenticate,
  users: LanguageWriter,
): void {
  routeAdder(
    app,
    prefix,
    authenticate,
  )(sessionEndpoints.setLanguage, async ({ caller, body }) => {
    if (caller.kind !== 'hosted' || caller.hostedUserId === null) throw errors.sessionRequired();
    await users.setLanguage(caller.client.id, caller.hostedUserId, body.language);
    return { body: { ok: true } } as const;
  });
}
