import { randomUUID } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { errors } from '#core/errors.ts';
import { problemOf } from './problem.ts';

const lingerMs = 1_000;

/**
 * What is no HTTP never becomes a request. Its answer is written by hand, and only where no other one is under way
 * on the connection: within that it would read as its text, or as the answer to an earlier request.
 */
export class Unreadable {
  readonly #answering = new WeakMap<Socket, Set<ServerResponse>>();
  readonly #broken = new WeakSet<Socket>();

  began(socket: Socket, response: ServerResponse): void {
    const answering = this.#answering.get(socket) ?? new Set();
    this.#answering.set(socket, answering.add(response));
  }

  /** The last answer before what cannot be read closes the connection. */
  ended(socket: Socket, response: ServerResponse): void {
    const answering = this.#answering.get(socket);
    answering?.delete(response);
    if (answering?.size === 0 && this.#broken.has(socket)) close(socket);
  }

  refuse(error: Error & { readonly code?: string }, socket: Socket): void {
    if (socket.destroyed || error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy();
    this.#broken.add(socket);
    const answering = [...(this.#answering.get(socket) ?? [])];
    if (answering.every(isOfThisRequest)) close(socket, refusal(error.code));
  }
}

/** Its request is the one that broke off, and nothing of its answer is out. */
function isOfThisRequest({ req, headersSent }: ServerResponse): boolean {
  return !req.complete && !headersSent;
}

/** Whoever does not close their end would keep the socket for ever. */
function close(socket: Socket, last = ''): void {
  socket.end(last);
  setTimeout(() => socket.destroy(), lingerMs).unref();
}

function refusal(code: string | undefined): string {
  const requestId = randomUUID();
  const body = JSON.stringify(problemOf(errors.badRequest(detailOf(code)), requestId));
  return (
    `HTTP/1.1 400 Bad Request\r\ncontent-type: application/problem+json\r\nx-request-id: ${requestId}\r\n` +
    `content-length: ${Buffer.byteLength(body)}\r\nconnection: close\r\n\r\n${body}`
  );
}

function detailOf(code: string | undefined): string {
  switch (code) {
    case 'HPE_HEADER_OVERFLOW':
      return 'The headers are too large.';
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return 'The request took too long to arrive.';
    default:
      return 'This is not valid HTTP.';
  }
}
