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

/** Is called in this order; `onEnd` or `onError` is the last call. */
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

  /** For a response whose head has arrived. */
  pause(): void {
    this.#connection?.pause();
  }

  resume(): void {
    this.#connection?.resume();
  }

  /** Closes the connection, unless the response has ended. The listener is not called again. */
  abort(): void {
    const connection = this.#connection;
    this.#connection = null;
    connection?.close(new Error('aborted'));
  }

  begin(): void {
    const { method, path, headers, body } = this.#request;
    const length = body === '' ? '' : `content-length: ${Buffer.byteLength(body)}\r\n`;
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
