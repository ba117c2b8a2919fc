import { once } from 'node:events';
import { createServer as createHttpServer } from 'node:http';
import { connect, createServer, type Server, type Socket } from 'node:net';

/**
 * A way to the registry of packages for a machine whose only interface is loopback: a proxy on this machine, which
 * listens at a socket in the file system, since that is not divided by network namespaces.
 */
export async function openRegistryProxy(path: string): Promise<AsyncDisposable> {
  const server = createHttpServer((_request, response) => response.writeHead(405).end());
  server.on('connect', ({ url = '' }, socket: Socket) => {
    const [host = '', port = '443'] = url.split(':');
    const target = connect(Number(port), host, () => socket.write('HTTP/1.1 200 OK\r\n\r\n'));
    joinSockets(socket, target);
  });
  await listening(server.listen(path));
  return { [Symbol.asyncDispose]: () => close(server) };
}

/** Passes connections to a port of loopback on to that socket, from inside of the namespace. */
export async function relayTo(path: string, port: number): Promise<void> {
  const server = createServer((socket) => joinSockets(socket, connect(path)));
  await listening(server.listen(port, '127.0.0.1'));
}

function joinSockets(one: Socket, other: Socket): void {
  for (const [from, to] of [
    [one, other],
    [other, one],
  ] as const) {
    from.pipe(to);
    from.on('error', () => to.destroy());
    from.on('close', () => to.destroy());
  }
}

async function listening(server: Server): Promise<void> {
  await once(server, 'listening');
}

async function close(server: Server): Promise<void> {
  server.close();
  if ('closeAllConnections' in server && typeof server.closeAllConnections === 'function') {
    server.closeAllConnections();
  }
}
