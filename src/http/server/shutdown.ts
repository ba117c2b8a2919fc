import type { IncomingMessage, ServerResponse } from 'node:http';
import { Server as SocketServer } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';

const pollMs = 20;
/** What a client that has just connected gets for its request. */
const firstRequestMs = 500;
/** Turns that the drain itself stopped have this long to notify their readers. */
const cutAfterDrainMs = 1_000;

/**
 * Ends the listening server in an order that others can follow: health fails and every answer asks to close its
 * connection; then no connection is accepted; at last those that are idle are closed. A client that was notified before
 * the stop that its connection stays open may use it at any moment, so such a connection is not closed for a while
 * after its last answer.
 */
export class Shutdown {
  readonly #app: FastifyInstance;
  readonly #open = new Set<ServerResponse>();
  #announced = false;
  #graceMs = 0;
  /** Until then a client may use a connection that it was told is kept. */
  #graceUntil = 0;

  constructor(app: FastifyInstance) {
    this.#app = app;
    app.server.prependListener('request', (_request: IncomingMessage, response: ServerResponse) =>
      this.#watch(response),
    );
  }

  /** Whether balancers should send nothing more to this process. */
  get isAnnounced(): boolean {
    return this.#announced;
  }

  /**
   * Tells balancers and clients. For `graceMs` from now, or from its last answer, no connection is closed under them.
   */
  announce(graceMs: number): void {
    this.#announced = true;
    this.#graceMs = graceMs;
    this.#extendGrace(graceMs);
    for (const response of this.#open) askToClose(response);
  }

  /** Accepts no new connection; responses under way continue, for `drainMs` at most. */
  async stop(drainMs: number): Promise<void> {
    const { server } = this.#app;
    await everythingAccepted();
    // The method of the HTTP server would also close every idle connection, at the moment when its client may use it.
    SocketServer.prototype.close.call(server);
    this.#extendGrace(Math.min(this.#graceMs, firstRequestMs));
    const limit = performance.now() + drainMs + cutAfterDrainMs;
    while (!this.#isQuiet() && performance.now() < limit) await delay(pollMs);
    const cutRest = setTimeout(() => server.closeAllConnections(), Math.max(0, limit - performance.now()));
    const closeIdle = setInterval(() => server.closeIdleConnections(), pollMs);
    try {
      await this.#app.close();
    } finally {
      clearInterval(closeIdle);
      clearTimeout(cutRest);
    }
  }

  #watch(response: ServerResponse): void {
    this.#open.add(response);
    if (this.#announced) askToClose(response);
    response.once('close', () => {
      this.#open.delete(response);
      if (this.#announced && response.shouldKeepAlive) this.#extendGrace(this.#graceMs);
    });
  }

  #extendGrace(milliseconds: number): void {
    this.#graceUntil = Math.max(this.#graceUntil, performance.now() + milliseconds);
  }

  #isQuiet(): boolean {
    return this.#open.size === 0 && performance.now() >= this.#graceUntil;
  }
}

/** The head of such an answer has already promised to keep the connection. */
function askToClose(response: ServerResponse): void {
  if (!response.headersSent) response.setHeader('connection', 'close');
}

/**
 * The system resets connections that it has made and that were not accepted yet when the server closes. They are
 * accepted right before immediates run.
 */
function everythingAccepted(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
