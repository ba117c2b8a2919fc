import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { endpoints } from '#contract/endpoints/endpoints.ts';
import { DatabaseUnavailable } from '#core/errors.ts';
import type { HealthCheck } from '#core/health/health-check.ts';
import { presentHealth, presentLiveness, presentStopping } from '#core/health/present-health.ts';
import type { Caller } from '#core/identity/caller.ts';
import { plainNotFound } from '../pages/not-found-page.ts';
import type { ResultOf } from '../routing/call.ts';
import { readQuery } from '../routing/query.ts';
import { type Authenticate, sendAnswer } from '../routing/route.ts';

/** The whole response is promised within two seconds, even while the database hangs. */
const authenticateMs = 1_000;

export interface HealthOptions {
  readonly health: HealthCheck;
  readonly version: string;
  /** Whether this process has begun to stop. */
  readonly isStopping: () => boolean;
}

/** GET /health: the one route with an optional key. Without one it checks no credentials and no dependency. */
export function addHealthRoute(
  app: FastifyInstance,
  url: string,
  authenticate: Authenticate,
  { health: check, version, isStopping }: HealthOptions,
): void {
  // Some load balancers probe with HEAD.
  app.route({
    method: ['GET', 'HEAD'],
    url,
    handler: async (request, reply) => {
      readQuery(request.raw.url ?? '', endpoints.health.query, false);
      if (isStopping()) return send({ status: 503, body: presentStopping(version) }, reply);
      if (request.headers.authorization === undefined) {
        return send({ body: presentLiveness(version) }, reply);
      }
      const checks = check.run();
      const { client } = await authenticateInTime(authenticate, request);
      const health = presentHealth(await checks, version, client);
      return send(health.ok ? { body: health } : { status: 503, body: health }, reply);
    },
  });
}

/** Liveness only, for a Host that is not ours. The API is not served there, so a request with a key is refused. */
export function addLivenessRoute(
  app: FastifyInstance,
  url: string,
  { version, isStopping }: Pick<HealthOptions, 'version' | 'isStopping'>,
): void {
  app.route({
    method: ['GET', 'HEAD'],
    url,
    config: { withoutHost: true },
    handler: async (request, reply) => {
      if (request.headers.authorization !== undefined) return plainNotFound(reply);
      readQuery(request.raw.url ?? '', endpoints.health.query, false);
      if (isStopping()) return send({ status: 503, body: presentStopping(version) }, reply);
      return send({ body: presentLiveness(version) }, reply);
    },
  });
}

/** Health has a route of its own, because its key is optional; its responses are still those of its row. */
function send(answer: ResultOf<typeof endpoints.health>, reply: FastifyReply): FastifyReply {
  return sendAnswer(answer, reply);
}

/** While the database does not answer, a key cached by this process is sufficient to see that. */
async function authenticateInTime(authenticate: Authenticate, request: FastifyRequest): Promise<Caller> {
  try {
    return await inTime(authenticate(request, 'current'));
  } catch (error) {
    if (!(error instanceof DatabaseUnavailable)) throw error;
    return inTime(authenticate(request, 'cached'));
  }
}

function inTime<T>(promise: Promise<T>): Promise<T> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new DatabaseUnavailable('no answer in time')), authenticateMs);
  return Promise.race([promise, late]).finally(() => clearTimeout(timer));
}
