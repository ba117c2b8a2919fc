import type { FastifyInstance } from 'fastify';
import type { Authenticator } from '#core/identity/authenticate.ts';
import type { SessionServices } from '#core/identity/create-hosted-session.ts';
import type { OpenKey } from '#core/identity/ended-access.ts';
import type { OwnClientServices } from '#core/operations/client/own-client-operations.ts';
import type { OperationServices } from '#core/operations/operations.ts';
import { addClientPackageRoutes } from '../client-package/client-package-routes.ts';
import type { ClientPackages } from '../client-package/client-packages.ts';
import { addDocumentationRoutes, type Documentation } from '../documentation/documentation-routes.ts';
import { addHealthRoute, addLivenessRoute, type HealthOptions } from '../handlers/health.ts';
import { addHostedSessionRoute } from '../handlers/hosted-session.ts';
import { addOpenAiRoutes } from '../openai/routes.ts';
import { addKeyOperations } from '../operations/by-key.ts';
import { addAdminRoutes } from '../operations/by-operator.ts';
import type { Authenticate } from '../routing/route.ts';
import type { Hosts } from '../server/hosts.ts';
import { openAiPath } from '../server/openai-refusal.ts';
import { hostPrefixes } from '../server/server.ts';
import type { AccessWatch } from '../session/access-watch.ts';
import { addChatRoutes, addKeyRoutes, type KeyServices } from './api-routes.ts';

export interface ApiHostOptions {
  readonly authenticator: Authenticator;
  readonly services: KeyServices & SessionServices;
  readonly operations: OperationServices & OwnClientServices;
  readonly hosts: Hosts;
  readonly documentation: Documentation;
  readonly packages: ClientPackages;
  readonly watch: AccessWatch<OpenKey>;
}

const apiPrefix = `${hostPrefixes.api}/v1`;

/**
 * Every process answers health, whatever its roles: a supervisor probes each one. Load balancers probe by a name of
 * their own or by none, so liveness does not depend on the Host.
 */
export function addHealth(app: FastifyInstance, authenticator: Authenticator, options: HealthOptions): void {
  addHealthRoute(app, `${apiPrefix}/health`, keyAuthentication(authenticator), options);
  addLivenessRoute(app, `${hostPrefixes.unknown}/v1/health`, options);
}

/** The public origin: `/v1` for partners' backends, and `/openai/v1` for clients of OpenAI's API. */
export function addApiHost(app: FastifyInstance, options: ApiHostOptions): void {
  const authenticate = keyAuthentication(options.authenticator);
  // What a key has started continues when it is replaced; what it only reads ends.
  app.addHook('preHandler', async ({ caller, method }, reply) => {
    if (method !== 'GET' || caller?.kind !== 'api') return;
    options.watch.watch(reply.raw, { clientId: caller.client.id, keyHash: caller.keyHash });
  });
  addDocumentationRoutes(app, options.documentation);
  addClientPackageRoutes(app, options.hosts, options.packages);
  addChatRoutes(app, apiPrefix, authenticate, options.services);
  addKeyRoutes(app, apiPrefix, authenticate, options.services);
  addKeyOperations(app, apiPrefix, authenticate, options.operations);
  addHostedSessionRoute(app, apiPrefix, authenticate, options.services);
  addAdminRoutes(app, apiPrefix, authenticate, options.operations);
  addOpenAiRoutes(app, `${hostPrefixes.api}${openAiPath}`, authenticate, options.services);
}

function keyAuthentication(authenticator: Authenticator): Authenticate {
  return (request, freshness) => authenticator.authenticate(request.headers.authorization, freshness);
}
