import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Static, TObject } from 'typebox';
import type { Endpoint } from '#contract/endpoint.ts';
import type { OwnEndpoint } from '#contract/endpoints/console/console-endpoints.ts';
import { errors, StaleRights } from '#core/errors.ts';
import type { OpenConsole } from '#core/operators/operator.ts';
import type { HandlerResult, ResultOf } from '../routing/call.ts';
import { paramsOf, sendAnswer } from '../routing/route.ts';
import { type Shape, shapeReader } from '../routing/shape.ts';
import { isKnownTag } from '../server/if-none-match.ts';
import { sendProblem } from '../server/problem.ts';
import { noteArrival } from '../server/whole-request.ts';
import {
  type ConsoleGate,
  requireDatabase,
  requireOperator,
  requireOwnFreshness,
  requireOwnPage,
} from './console-gate.ts';

interface ReadCall extends Shape {
  readonly params: Readonly<Record<string, string>>;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

/** One request of a person who is signed in. */
interface OperatorCall extends ReadCall {
  readonly open: OpenConsole;
}

/** A call of an endpoint that is known when it is written. */
export type ConsoleCall<E extends Endpoint, Call = OperatorCall> = Omit<Call, 'query' | 'body'> & {
  readonly query: Static<E['query']>;
  readonly body: E['body'] extends TObject ? Static<E['body']> : undefined;
};

/** Binds a handler to an endpoint of the person's own. */
export function addOwnRoute<E extends OwnEndpoint>(
  app: FastifyInstance,
  prefix: string,
  gate: ConsoleGate,
  endpoint: E,
  handler: (call: ConsoleCall<E>) => Promise<ResultOf<E>>,
): void {
  const url = `${prefix}${endpoint.path}`;
  addConsoleRoute(
    app,
    url,
    endpoint,
    gate,
    (open) => requireOwnFreshness(endpoint, open),
    (call) => handler(call as ConsoleCall<E>),
  );
}

/** The same for those who are not signed in yet. */
export function addOpenRoute<E extends Endpoint>(
  app: FastifyInstance,
  prefix: string,
  gate: ConsoleGate,
  endpoint: E,
  handler: (call: ConsoleCall<E, ReadCall>) => Promise<ResultOf<E>>,
): void {
  const readShape = shapeReader(endpoint);
  app.route({
    method: endpoint.method,
    url: `${prefix}${endpoint.path}`,
    errorHandler: sendProblem,
    onRequest: async (request) => {
      requireOwnPage(gate, request);
      requireDatabase(gate);
    },
    handler: async (request, reply) => {
      const shape = readShape(request.raw.url ?? '', request.body, false);
      const call = { ...shape, params: paramsOf(request), request, reply };
      return sendAnswer(await handler(call as ConsoleCall<E, ReadCall>), reply);
    },
  });
}

/**
 * Credentials and permission come before the body is read, then its shape, then the handler. They are checked once
 * more after a body that came later than the head, and when the transaction of a change finds them gone.
 */
export function addConsoleRoute(
  app: FastifyInstance,
  url: string,
  endpoint: Endpoint,
  gate: ConsoleGate,
  admit: (open: OpenConsole) => void,
  handler: (call: OperatorCall) => Promise<HandlerResult | null>,
): void {
  const readShape = shapeReader(endpoint);
  const admitted = async (request: FastifyRequest): Promise<OpenConsole> => {
    const open = await requireOperator(gate, request);
    admit(open);
    return open;
  };
  app.route({
    method: endpoint.method,
    url,
    config: { fileTypes: endpoint.fileTypes },
    ...(endpoint.bodyBytes !== undefined && { bodyLimit: endpoint.bodyBytes }),
    errorHandler: sendProblem,
    onRequest: async (request) => {
      noteArrival(request);
      request.operator = await admitted(request);
    },
    handler: async (request, reply) => {
      if (!request.cameWhole) request.operator = await admitted(request);
      const { operator } = request;
      if (operator === null) throw errors.sessionRequired();
      const shape = readShape(request.raw.url ?? '', request.body, false);
      const perform = (open: OpenConsole) =>
        handler({ open, ...shape, params: paramsOf(request), request, reply });
      const answer = await perform(operator).catch(async (error: unknown) => {
        if (!(error instanceof StaleRights)) throw error;
        return perform(await admitted(request));
      });
      if (answer === null) return reply;
      return endpoint.method === 'GET' ? sendUnlessKnown(answer, request, reply) : sendAnswer(answer, reply);
    },
  });
}

/** Screens are read again and again, and rarely have anything new. */
function sendUnlessKnown(answer: HandlerResult, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const text = JSON.stringify(answer.body);
  const etag = `"${createHash('sha256').update(text).digest('base64url').slice(0, 27)}"`;
  const headers = { ...answer.headers, etag };
  if (isKnownTag(request, etag)) return sendAnswer({ status: 304, headers, body: null }, reply);
  return sendAnswer({ ...answer, headers }, reply);
}
