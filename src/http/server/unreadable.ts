import { randomUUID } from 'node:crypto';
import { type ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { errors, type ParleyError } from '#core/errors.ts';
import type { RequestTelemetry } from '#core/numbers/request-telemetry.ts';
import type { Pipelines } from './pipelines.ts';
import { formOf } from './problem.ts';

const lingerMs = 1_000;

/**
 * Input that is not HTTP, or does not arrive in time, never becomes a request. Its response is written by hand, and
 * only when no other response is under way on the connection: it would be read as part of that one, or as the
 * response to an earlier request.
 */
export class Unreadable {
  readonly #pipelines: Pipelines;
  readonly #telemetry: Pick<RequestTelemetry, 'unreadable'>;
  readonly #broken = new WeakMap<Socket, ParleyError>();

  constructor(pipelines: Pipelines, telemetry: Pick<RequestTelemetry, 'unreadable'>) {
    this.#pipelines = pipelines;
    this.#telemetry = telemetry;
  }

  /** The last response before the unreadable input closes the connection. */
  answered(socket: Socket): void {
    const refusal = this.#broken.get(socket);
    if (refusal === undefined) return;
    const owed = this.#pipelines.owed(socket);
    if (owed.every(isOfThisRequest)) close(socket, owed.length === 0 ? '' : this.#rendered(refusal, owed));
  }

  refuse(error: Error & { readonly code?: string }, socket: Socket): void {
    const isUnused = socket.bytesRead === 0;
    if (error.code === 'ECONNRESET' || isUnused) return void socket.destroy();
    this.end(refusalOf(error.code), socket);
  }

  /** Closes a connection with a refusal, after the responses that it is owed. */
  end(refusal: ParleyError, socket: Socket): void {
    if (socket.destroyed || !socket.writable) return void socket.destroy();
    this.#broken.set(socket, refusal);
    const owed = this.#pipelines.owed(socket);
    if (owed.every(isOfThisRequest)) close(socket, this.#rendered(refusal, owed));
  }

  /** In the form of the path, where the head of the request has arrived. */
  #rendered(refusal: ParleyError, [owed]: readonly ServerResponse[]): string {
    const requestId = randomUUID();
    this.#telemetry.unreadable(requestId, refusal.code);
    return rendered(refusal, requestId, owed?.req.url ?? '');
  }
}

/** Its request is the one that broke off, and nothing of its response was sent. */
function isOfThisRequest({ req, headersSent }: ServerResponse): boolean {
  return !req.complete && !headersSent;
}

/** Otherwise a client that does not close its end would keep the socket. */
function close(socket: Socket, last: string): void {
  socket.end(last);
  setTimeout(() => socket.destroy(), lingerMs).unref();
}

function rendered(refusal: ParleyError, requestId: string, url: string): string {
  const form = formOf(refusal, { url, id: requestId });
  const body = JSON.stringify(form.body);
  return (
    `HTTP/1.1 ${refusal.status} ${STATUS_CODES[refusal.status]}\r\ncontent-type: ${form.type}\r\n` +
    `cache-control: no-store\r\nx-request-id: ${requestId}\r\ncontent-length: ${Buffer.byteLength(body)}\r\nconnection: close\r\n\r\n${body}`
  );
}

function refusalOf(code: string | undefined): ParleyError {
  switch (code) {
    case 'HPE_HEADER_OVERFLOW':
      return errors.badRequest('The headers are too large.');
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return errors.requestTimeout();
    default:
      return errors.badRequest('This is not valid HTTP.');
  }
}
