import { createServer, type Socket } from 'node:net';
import { until } from '../reading/until.ts';

export interface ByteServer {
  readonly url: string;
  /** The number of its connections, once they had time to end. */
  open(): Promise<number>;
  /** Resolves with the next request. */
  asked(): Promise<unknown>;
}

/** Servers that speak bytes, until `close`. `begin` is the first piece of the request. */
export function byteServers() {
  const closing: (() => void)[] = [];
  const serve = async (onRequest: (socket: Socket, begin: string) => void): Promise<ByteServer> => {
    const sockets = new Set<Socket>();
    let requests = 0;
    const server = createServer((socket) => {
      sockets.add(socket);
      socket.on('close', () => sockets.delete(socket));
      socket.on('error', () => undefined);
      socket.once('data', (bytes) => {
        requests += 1;
        onRequest(socket, bytes.toString('latin1'));
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    closing.push(() => {
      for (const socket of sockets) socket.destroy();
      server.close();
    });
    const address = server.address();
    const port = typeof address === 'object' ? address?.port : undefined;
    return {
      url: `http://127.0.0.1:${port}/`,
      open: async () => {
        await until(() => sockets.size === 0).catch(() => undefined);
        return sockets.size;
      },
      asked: () => {
        const before = requests;
        return until(() => requests > before);
      },
    };
  };
  const close = () => {
    for (const one of closing) one();
  };
  return { serve, close };
}
