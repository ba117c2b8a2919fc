import type { IncomingMessage } from 'node:http';

const maxBytes = 32 * 1024 * 1024;
const maxMs = 5_000;
const checkEveryMs = 50;

/**
 * Limits what still arrives of a body after its response was sent. Node discards it unread: if the connection were
 * cut instead, a client that is still writing would lose the response that explains why.
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
