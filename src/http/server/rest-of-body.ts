import type { IncomingMessage } from 'node:http';

const maxBytes = 32 * 1024 * 1024;
const maxMs = 5_000;
const checkEveryMs = 50;

/**
 * Bounds what still arrives of a body whose answer is out. Node throws it away unread: were the connection cut
 * instead, a client that is still writing would lose the answer that tells it why.
 */
export function limitRestOfBody(request: IncomingMessage): void {
  if (request.complete || request.socket.destroyed) return;
  const { socket } = request;
  const lastByte = socket.bytesRead + maxBytes;
  const deadline = performance.now() + maxMs;
  const watch = setInterval(() => {
    const isOver = request.complete || socket.destroyed;
    const isTooMuch = socket.bytesRead > lastByte || performance.now() > deadline;
    if (isOver || isTooMuch) clearInterval(watch);
    if (!isOver && isTooMuch) socket.destroy();
  }, checkEveryMs);
}
