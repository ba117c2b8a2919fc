import type { Carried, Connection } from './connection.ts';
import type { ConnectionPool } from './connection-pool.ts';
import { type ResponseListener, ResponseReader } from './response-reader.ts';

export interface HttpRequest {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  /** Lines with their ends, as `headerLines` makes them. */
  readonly headers: string;
  readonly body: string;
}

/** Hears of one exchange, in this order; after `onEnd` or `onError`, nothing more. */
export interface ExchangeListener extends ResponseListener {
  /** There is a connection, and the request is sent. */
  onSent(): void;
  onEnd(): void;
  onError(error: Error): void;
}

/** One request and its response. */
export class Exchange implements Carried {
  readonly reader: ResponseReader;
  readonly #pool: ConnectionPool;
  readonly #request: HttpRequest;
  readonly #listener: ExchangeListener;
  #connection: Connection | null = null;
  #hasBegun = false;

  constructor(pool: ConnectionPool, request: HttpRequest, listener: ExchangeListener) {
    this.#pool = pool;
    this.#request = request;
    this.#listener = listener;
    this.reader = new ResponseReader(listener);
  }

  start(): void {
    this.#connection = this.#pool.take();
    this.#connection.carry(this);
  }

  pause(): void {
    if (this.#hasBegun) this.#connection?.pause();
  }

  resume(): void {
    if (this.#hasBegun) this.#connection?.resume();
  }

  /** Closes the connection, unless the response has ended; the listener hears nothing more. */
  abort(): void {
    const connection = this.#connection;
    this.#connection = null;
    connection?.close(new Error('aborted'));
  }

  begin(): void {
    const { method, path, headers, body } = this.#request;
    const length = body === '' ? '' : `content-length: ${Buffer.byteLength(body)}\r\n`;
    this.#hasBegun = true;
    this.#connection?.write(
      `${method} ${path} HTTP/1.1\r\nhost: ${this.#pool.host}\r\n${headers}${length}\r\n`,
      body,
    );
    this.#listener.onSent();
  }

  ended(): void {
    this.#connection = null;
    this.#listener.onEnd();
  }

  broke(error: Error): void {
    if (this.#connection === null) return;
    this.#connection = null;
    this.#listener.onError(error);
  }
}
