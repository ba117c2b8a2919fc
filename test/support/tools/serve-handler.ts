import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';

export interface ServedHandler extends AsyncDisposable {
  readonly url: string;
}

/** A server of one handler, on a free port of this machine. */
export async function serveHandler(handler: RequestListener): Promise<ServedHandler> {
  const server = createServer(handler);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('it listens on no port');
  return {
    url: `http://127.0.0.1:${address.port}/parley-tools`,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
