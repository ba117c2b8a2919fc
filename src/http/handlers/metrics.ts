import type { endpoints } from '#contract/endpoints/endpoints.ts';
import type { MetricsSource } from '#core/numbers/metrics-source.ts';
import type { Handler } from '../routing/call.ts';

/** GET /admin/metrics: the same as the listener of its own. */
export function readMetrics(metrics: MetricsSource): Handler<typeof endpoints.readMetrics> {
  return async ({ request, reply }) => {
    const { contentType, text } = await metrics.expose(request.headers.accept);
    void reply.header('cache-control', 'no-store').type(contentType).send(text);
    return null;
  };
}
