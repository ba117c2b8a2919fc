import { once } from 'node:events';
import { createServer } from 'node:http';
import { StartFailure } from '#core/shared/start-failure.ts';
import type { Metrics } from './metrics.ts';

export interface MetricsAddress {
  readonly host: string;
  readonly port: number;
}

/** Serves the metrics at an address of their own, never on a host of the service. Fails where it cannot listen. */
export async function listenForMetrics(
  metrics: Metrics,
  { host, port }: MetricsAddress,
  onError: (error: unknown) => void,
): Promise<AsyncDisposable> {
  const server = createServer((request, response) => {
    if (request.method !== 'GET' || request.url?.split('?', 1)[0] !== '/metrics') {
      response.writeHead(request.method === 'GET' ? 404 : 405).end();
      return;
    }
    metrics.expose(request.headers.accept).then(
      ({ contentType, text }) =>
        response.writeHead(200, { 'content-type': contentType, 'cache-control': 'no-store' }).end(text),
      (error: unknown) => {
        onError(error);
        response.writeHead(500).end();
      },
    );
  });
  server.listen(port, host);
  await once(server, 'listening').catch((cause: Error) => {
    throw new StartFailure(
      `Metrics cannot be served at ${host}:${port} (${cause.message}): set PARLEY_METRICS to a free address`,
      { cause },
    );
  });
  return {
    [Symbol.asyncDispose]: async () => {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}
