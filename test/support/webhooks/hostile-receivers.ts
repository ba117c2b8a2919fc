import type { Socket } from 'node:net';
import type { ByteServer } from './serve-bytes.ts';

type Serve = (onRequest: (socket: Socket) => void) => Promise<ByteServer>;

const head = 'HTTP/1.1 200 OK\r\ncontent-type: text/plain\r\n';

/** Receivers that hold what they can: silence, answers and headers without end, resets, redirects. */
export async function openHostile(serve: Serve) {
  let redirected = 0;
  const target = await serve(() => {
    redirected += 1;
  });
  const servers = await Promise.all([
    serve(() => undefined),
    serve((socket) => drip(socket, head, 'x: y\r\n')),
    serve((socket) => drip(socket, `${head}transfer-encoding: chunked\r\n\r\n`, '1\r\nx\r\n')),
    serve((socket) => flood(socket, `${head}content-length: 1000000000\r\n\r\n`, 'x'.repeat(65_536))),
    serve((socket) => flood(socket, head, `x-${'y'.repeat(4_000)}: z\r\n`)),
    serve((socket) => socket.resetAndDestroy()),
    serve((socket) =>
      socket.end(`HTTP/1.1 308 Over there\r\nlocation: ${target.url}\r\ncontent-length: 0\r\n\r\n`),
    ),
  ]);
  return { servers, redirected: () => redirected };
}

function drip(socket: Socket, begin: string, piece: string): void {
  socket.write(begin);
  const timer = setInterval(() => socket.write(piece), 20);
  socket.on('close', () => clearInterval(timer));
}

function flood(socket: Socket, begin: string, piece: string): void {
  const more = () => {
    while (!socket.destroyed && socket.write(piece));
  };
  socket.write(begin);
  socket.on('drain', more);
  more();
}
