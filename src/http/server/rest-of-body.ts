import type { IncomingMessage } from 'node:http';

const maxBytes = 32 * 1024 * 1024;
const checkEveryMs = 50;
const maxChecks = 5_000 / checkEveryMs;

/**
 * Limits what still arrives of a body after its response was sent. Node discards it unread: if the connection were
 * cut instead, a client that is still writing would lose the response that explains why. Time is counted in checks,
 * so that a stalled process does not cut a body that it has not read yet.
 */
export function limitRestOfBody(request: IncomingMessage): void {
  if (request.complete || request.socket.destroyed) return;
  const { socket } = request;
  const lastByte = socket.bytesRead + maxBytes;
  let checks = 0;
  const watch = setInterval(() => {
    const isOver = request.complete || socket.destroyed;
    checks += 1;
    const isTooMuch = socket.bytesRead > lastByte || checks > maxChecks;
    if (isOver || isTooMuch) clearInterval(watch);
    if (!isOver && isTooMuch) socket.destroy();
  }, checkEveryMs);
}
