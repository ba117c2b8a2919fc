import type { Socket } from 'node:net';

const checks = 10;

/**
 * Calls back when the socket's reader takes nothing for this long. Every byte that leaves counts, not only a buffer
 * that is empty again, because 64 KiB may take a slow line minutes. Returns a function that stops the watch.
 */
export function watchStall(socket: Socket | null, stallMs: number, onStall: () => void): () => void {
  let taken = placeOf(socket);
  let idle = 0;
  const timer = setInterval(() => {
    const now = placeOf(socket);
    idle = now === taken ? idle + 1 : 0;
    taken = now;
    if (idle < checks) return;
    clearInterval(timer);
    onStall();
  }, stallMs / checks);
  return () => clearInterval(timer);
}

/** Changes with every byte that the kernel takes, and never with bytes that we add after it. */
function placeOf(socket: Socket | null): string {
  if (socket === null) return '';
  return `${socket.bytesWritten - socket.writableLength} ${unsentOf(socket)}`;
}

/**
 * The bytes of the current write that the kernel has not taken. Node exposes them only internally (its own socket
 * timeout uses them, but restarts with whatever the reader sends); without them a whole write counts as one byte.
 */
function unsentOf(socket: Socket): unknown {
  const handle: unknown = Reflect.get(socket, '_handle');
  return typeof handle === 'object' && handle !== null ? Reflect.get(handle, 'writeQueueSize') : 0;
}
