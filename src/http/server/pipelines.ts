import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/**
 * The most requests that may wait for earlier ones on their connection, and the most bytes of their heads. A waiting
 * request costs 3.5 KB in addition to its head (measured), so all of them together stay near a megabyte.
 */
const maxWaiting = 128;
const maxWaitingBytes = 128 * 1024;

interface Exchange {
  readonly response: ServerResponse;
  readonly start: () => void;
  readonly headBytes: number;
}

/**
 * Answers the requests of one connection one at a time. Node emits each pipelined request as soon as it is parsed and
 * buffers responses that are ready too early, so a client that never reads could fill the memory with them.
 */
export class Pipelines {
  /** The first exchange of a connection is being answered; the others wait. */
  readonly #queues = new WeakMap<Socket, Exchange[]>();

  /** Calls `start` when every earlier request of the connection is answered, and `onAnswered` after this one is. */
  add(request: IncomingMessage, response: ServerResponse, start: () => void, onAnswered: () => void): void {
    const { socket } = request;
    const queue = this.#queues.get(socket) ?? [];
    this.#queues.set(socket, queue);
    queue.push({ response, start, headBytes: headBytes(request) });
    response.once('close', () => {
      queue.shift();
      onAnswered();
      startFirst(socket, queue);
    });
    if (queue.length === 1) startFirst(socket, queue);
    else if (isTooLong(queue)) socket.destroy();
  }

  /** The responses that a connection still expects, in order. */
  owed(socket: Socket): readonly ServerResponse[] {
    return (this.#queues.get(socket) ?? []).map(({ response }) => response);
  }
}

/** A connection that was closed after a response takes no further one. */
function startFirst(socket: Socket, [first]: readonly Exchange[]): void {
  if (socket.writable) first?.start();
}

function isTooLong(queue: readonly Exchange[]): boolean {
  const waitingBytes = queue.slice(1).reduce((total, { headBytes }) => total + headBytes, 0);
  return queue.length > maxWaiting + 1 || waitingBytes > maxWaitingBytes;
}

function headBytes({ url = '', rawHeaders }: IncomingMessage): number {
  return rawHeaders.reduce((total, text) => total + text.length, url.length);
}
