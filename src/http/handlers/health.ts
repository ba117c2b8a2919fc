import type { FastifyInstance } from 'fastify';
import { endpoints } from '#contract/endpoints.ts';
import type { HealthCheck } from '#core/health/health-check.ts';
import { presentHealth, presentLiveness } from '#core/health/present-health.ts';
import { readQuery } from '../query.ts';
import { type Authenticate, sendAnswer } from '../route.ts';

/** GET /health: the one route with an optional key. Without one it asks nothing and nobody. */
export function addHealthRoute(
  app: FastifyInstance,
  url: string,
  authenticate: Authenticate,
  check: HealthCheck,
  version: string,
): void {
  app.get(url, async (request, reply) => {
    readQuery(request.raw.url ?? '', endpoints.health.query, false);
    if (request.headers.authorization === undefined) {
      return sendAnswer({ body: presentLiveness(version) }, reply);
    }
    const { client } = await authenticate(request, 'current');
    const health = presentHealth(await check.run(), version, client);
    return sendAnswer({ status: health.ok ? 200 : 503, body: health }, reply);
  });
}
