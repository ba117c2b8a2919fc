import type { FastifyInstance } from 'fastify';
import type { Endpoint } from '#contract/endpoint.ts';
import type { Channel } from '#contract/endpoints/operation-table.ts';
import { exposedEndpoints } from '#contract/endpoints/operator-endpoints.ts';
import type { Caller } from '#core/identity/caller.ts';
import { type AnyOperation, type OperationServices, operations } from '#core/operations/operations.ts';
import { type Principal, requireAllowed } from '#core/operations/principal.ts';
import type { OpenConsole } from '#core/operators/operator.ts';
import { type Authenticate, addRoute } from '../routing/route.ts';
import { type ConsoleGate, principalOf } from '../session/console-gate.ts';
import { addConsoleRoute } from '../session/console-routes.ts';
import { actorOf } from '../session/key-actor.ts';
import { answerOf, leavingOf } from './bind.ts';

/** Registers every operation of operators that keys reach. */
export function addAdminRoutes(
  app: FastifyInstance,
  prefix: string,
  authenticate: Authenticate,
  services: OperationServices,
): void {
  for (const { endpoint, operation } of operationsOn('api')) {
    addRoute(
      app,
      `${prefix}${endpoint.path}`,
      endpoint,
      authenticate,
      async ({ caller, params, query, body, reply }) => {
        const asking = { by: keyOf(caller), params, query, body };
        const result = await operation.perform(services, { ...asking, ...leavingOf(endpoint, reply) });
        return answerOf(endpoint, result, '/v1/admin', reply);
      },
    );
  }
}

/** Registers every operation that the console has, at its address below `/admin` without that word. */
export function addConsoleOperations(
  app: FastifyInstance,
  prefix: string,
  gate: ConsoleGate,
  services: OperationServices,
): void {
  for (const { endpoint, operation } of operationsOn('console')) {
    const path = endpoint.path.replace(/^\/admin/, '');
    const admit = (open: OpenConsole) => requireAllowed(operation.row, principalOf(open));
    addConsoleRoute(app, `${prefix}${path}`, endpoint, gate, admit, async ({ open, reply, ...asked }) => {
      const { params, query, body } = asked;
      const asking = { by: principalOf(open), params, query, body };
      const result = await operation.perform(services, { ...asking, ...leavingOf(endpoint, reply) });
      return answerOf(endpoint, result, '/api', reply);
    });
  }
}

/** The channels over HTTP. */
type ExposedChannel = Exclude<Channel, 'cli'>;

interface ExposedOperation {
  readonly endpoint: Endpoint;
  readonly operation: AnyOperation;
}

/** The operations that a channel has, each with its endpoint. */
function operationsOn(channel: ExposedChannel): readonly ExposedOperation[] {
  const known: ReadonlyMap<string, Endpoint> = new Map(Object.entries(exposedEndpoints));
  return Object.values<AnyOperation>(operations).flatMap((operation) => {
    const endpoint = known.get(operation.name);
    return endpoint === undefined || !operation.row.channels.includes(channel)
      ? []
      : [{ endpoint, operation }];
  });
}

/** Sessions have no scope of an operation, so none reaches this. */
function keyOf(caller: Caller): Principal {
  return { channel: 'api', actor: actorOf(caller), scopes: caller.client.scopes };
}
