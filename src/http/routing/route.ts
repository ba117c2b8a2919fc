import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Endpoint } from '#contract/endpoint.ts';
import type { ErrorCode } from '#contract/errors.ts';
import { errors, ParleyError, StaleClient, StaleRights } from '#core/errors.ts';
import type { Freshness } from '#core/identity/authenticate.ts';
import type { Caller } from '#core/identity/caller.ts';
import { requireScope, requireSubscription } from '#core/identity/gate.ts';
import { knownError, sendProblem } from '../server/problem.ts';
import { noteArrival } from '../server/whole-request.ts';
import type { Call, Handler, HandlerResult } from './call.ts';
import { withoutIdentity } from './query.ts';
import { type Shape, shapeReader } from './shape.ts';

/** How the requests of one host identify their caller. */
export type Authenticate = (request: FastifyRequest, freshness: Freshness) => Promise<Caller>;

declare module 'fastify' {
  interface FastifyRequest {
    caller: Caller | null;
  }
}

/** More than a client changes while one request is decided, unless its partner changes it all the time. */
const maxStaleReads = 10;
/** Refusals that the client's settings for OpenAI-compatible requests decide about. */
const settingsCodes: readonly ErrorCode[] = ['external_user_id_required', 'unsupported_parameter'];

/** Binds handlers to endpoints below one prefix, all with the same kind of credentials. */
export function routeAdder(app: FastifyInstance, prefix: string, authenticate: Authenticate) {
  return <E extends Endpoint>(endpoint: E, handler: Handler<E>): void =>
    addRoute(app, `${prefix}${endpoint.path}`, endpoint, authenticate, (call) => handler(call as Call<E>));
}

/** One request whose shape was checked against a row that is known at run time only. */
export interface ReadCall extends Shape, Pick<Call, 'caller' | 'params' | 'request' | 'reply'> {}

/**
 * Binds a handler to its endpoint. The order is the contract's: credentials, scope and subscription before the body
 * is read, then the shape, then the handler. A body may take half a minute, in which rights may be revoked, so the
 * sender is admitted once more after a body that came later than the head.
 */
export function addRoute(
  app: FastifyInstance,
  url: string,
  endpoint: Endpoint,
  authenticate: Authenticate,
  handler: (call: ReadCall) => Promise<HandlerResult | null>,
): void {
  const readShape = shapeReader(endpoint);

  const admit = async (request: FastifyRequest, freshness: Freshness): Promise<Caller> => {
    const caller = await authenticate(request, freshness);
    if (endpoint.scope !== null) requireScope(caller, endpoint.scope);
    if (endpoint.freshness === 'cached') requireSubscription(caller);
    return caller;
  };

  const admitted = (request: FastifyRequest): Promise<Caller> =>
    decide(endpoint.freshness, (freshness) => admit(request, freshness));

  // A body may be refused on the strength of a cached client, so the caller is admitted again by the current one.
  const rejection = async (error: unknown, request: FastifyRequest): Promise<unknown> => {
    if (endpoint.freshness !== 'cached' || request.caller === null || !isAboutTheBody(error)) return error;
    return admit(request, 'current').then(
      () => error,
      (refusal: unknown) => refusal,
    );
  };

  app.route({
    method: endpoint.method,
    url,
    config: { fileTypes: endpoint.fileTypes },
    ...(endpoint.bodyBytes !== undefined && { bodyLimit: endpoint.bodyBytes }),
    errorHandler: async (error, request, reply) => {
      sendProblem(await rejection(error, request), request, reply);
      return reply;
    },
    onRequest: async (request) => {
      noteArrival(request);
      request.caller = await admitted(request);
    },
    handler: inExchange(async (request, reply) => {
      if (!request.cameWhole) request.caller = await admitted(request);
      const { caller } = request;
      if (caller === null) throw errors.missingApiKey();
      const isHosted = caller.kind === 'hosted';
      const body = isHosted ? withoutIdentity(request.body) : request.body;
      const shape = readShape(request.raw.url ?? '', body, isHosted);
      const params = paramsOf(request);
      const run = (by: Caller) => handler({ caller: by, params, ...shape, request, reply });
      try {
        const answer = await decide(endpoint.freshness, async (_, isFirst) =>
          run(isFirst ? caller : await admit(request, 'current')),
        );
        return answer === null ? reply : sendAnswer(answer, reply);
      } catch (error) {
        // An answer that has begun can only be cut, and nothing else would end it.
        if (reply.raw.headersSent) reply.raw.destroy();
        throw error;
      }
    }),
  });
}

/** Runs a handler so that the spans of its work belong to the request. */
function inExchange<T>(handler: (request: FastifyRequest, reply: FastifyReply) => Promise<T>) {
  return (request: FastifyRequest, reply: FastifyReply): Promise<T> => {
    const { exchange } = request;
    return exchange === null ? handler(request, reply) : exchange.run(() => handler(request, reply));
  };
}

type Reply = Parameters<Handler<Endpoint>>[0]['reply'];

export function sendAnswer(answer: HandlerResult, reply: Reply): Reply {
  reply.code(answer.status ?? 200).headers({ 'cache-control': 'no-store', ...answer.headers });
  if (answer.body === null) return reply.send();
  return reply.type('application/json; charset=utf-8').send(JSON.stringify(answer.body));
}

/**
 * Decides by the cached client. If the copy turns out stale, or a refusal rests on the copy, the request is decided
 * again by the current client.
 */
async function decide<T>(
  freshness: Freshness,
  decision: (freshness: Freshness, isFirst: boolean) => Promise<T>,
): Promise<T> {
  for (let reads = 0; ; reads++) {
    const isCached = reads === 0 && freshness === 'cached';
    try {
      return await decision(isCached ? 'cached' : 'current', reads === 0);
    } catch (error) {
      const isStale = error instanceof StaleClient || error instanceof StaleRights;
      if (!(isStale && reads < maxStaleReads) && !(isCached && restsOnSettings(error))) throw error;
    }
  }
}

function restsOnSettings(error: unknown): boolean {
  if (!(error instanceof ParleyError)) return false;
  return [401, 402, 403].includes(error.status) || settingsCodes.includes(error.code);
}

function isAboutTheBody(error: unknown): boolean {
  return [400, 413, 415, 422].includes(knownError(error).status);
}

/** Path parameters as sent. */
export function paramsOf({ params }: FastifyRequest): Readonly<Record<string, string>> {
  if (typeof params !== 'object' || params === null) return {};
  return Object.fromEntries(Object.entries(params).map(([name, value]) => [name, String(value)]));
}

/** Adds a page or a file: GET reads it, and HEAD returns the headers that GET would send. */
export function addGetRoute(
  app: FastifyInstance,
  url: string,
  handler: (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>,
): void {
  app.route({ method: ['GET', 'HEAD'], url, handler });
}
