import type { Socket } from 'node:net';

const looks = 10;

/**
 * Calls back when the socket's reader takes nothing for so long. Any byte that leaves counts, not only a buffer that
 * is empty again: 64 KiB may take a slow line minutes. Returns how to stop watching.
 */
export function watchStall(socket: Socket | null, stallMs: number, onStall: () => void): () => void {
  let taken = placeOf(socket);
  let idle = 0;
  const timer = setInterval(() => {
    const now = placeOf(socket);
    idle = now === taken ? idle + 1 : 0;
    taken = now;
    if (idle < looks) return;
    clearInterval(timer);
    onStall();
  }, stallMs / looks);
  return () => clearInterval(timer);
}

/** Changes with every byte that the kernel takes, and with none that we add behind it. */
function placeOf(socket: Socket | null): string {
  if (socket === null) return '';
  return `${socket.bytesWritten - socket.writableLength} ${unsentOf(socket)}`;
}

/**
 * What the kernel has not taken of the write that is under way. Node shows it only inside (its own socket timeout
 * goes by it, but starts anew with whatever the reader sends); without it a whole write counts as one byte.
 */
function unsentOf(socket: Socket): unknown {
  const handle: unknown = Reflect.get(socket, '_handle');
  return typeof handle === 'object' && handle !== null ? Reflect.get(handle, 'writeQueueSize') : 0;
}
