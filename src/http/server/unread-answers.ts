import type { FastifyInstance } from 'fastify';

/**
 * Cuts a reader that takes nothing of its answer for so long: all of it waits in memory. Streams, which are sent
 * past this hook, look after their own readers.
 */
export function cutUnreadAnswers(app: FastifyInstance, stallMs: number): void {
  app.addHook('onSend', async ({ raw: { socket } }, { raw }) => {
    // A write that makes progress restarts the timer.
    socket.setTimeout(stallMs);
    // Before the server's own listener, which sets the time that the connection may be idle.
    raw.prependOnceListener('finish', () => socket.setTimeout(0));
  });
}
