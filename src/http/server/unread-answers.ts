import type { FastifyInstance } from 'fastify';

/**
 * Cuts a reader that takes nothing of its response for this long, because all of it waits in memory. Streams bypass
 * this hook and watch their own readers.
 */
export function cutUnreadAnswers(app: FastifyInstance, stallMs: number): void {
  app.addHook('onSend', async ({ raw: { socket } }, { raw }) => {
    // A write that makes progress restarts the timer.
    socket.setTimeout(stallMs);
    // Before the server's own listener, which sets how long the connection may be idle.
    raw.prependOnceListener('finish', () => socket.setTimeout(0));
  });
}
