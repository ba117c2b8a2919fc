import { connect, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { asError } from '#core/shared/as-error.ts';
import type { ResponseReader } from './response-reader.ts';

/** Where a connection leads. */
export interface Origin {
  readonly isSecure: boolean;
  /** A name, or an address without brackets. */
  readonly host: string;
  readonly port: number;
}

/** What a connection carries: one request and its response. */
export interface Carried {
  readonly reader: ResponseReader;
  /** The connection stands. */
  begin(): void;
  /** The whole response has been read. */
  ended(): void;
  /** The connection has ended before the response. */
  broke(error: Error): void;
}

/** What becomes of a connection whose exchange is over. */
export interface ConnectionKeeper {
  /** `keepMs`: as the server said, or null. */
  free(connection: Connection, keepMs: number | null): void;
  closed(connection: Connection): void;
}

/** All connections read into it, one after the other: its bytes are read before the next ones arrive. */
const readBuffer = Buffer.allocUnsafeSlow(64 * 1024);

/** One connection to a provider, which carries one exchange at a time. */
export class Connection {
  readonly #keeper: ConnectionKeeper;
  readonly #socket: Socket;
  #exchange: Carried | null = null;
  #isOpen = false;

  constructor(origin: Origin, keeper: ConnectionKeeper) {
    this.#keeper = keeper;
    this.#socket = origin.isSecure ? this.#connectTls(origin) : this.#connect(origin);
    this.#socket.setKeepAlive(true, 60_000);
    this.#socket.on('end', () => this.#onEnd());
    this.#socket.on('error', (error) => this.close(error));
    this.#socket.on('close', () => this.close(new Error('closed')));
    this.#socket.on('timeout', () => this.close(new Error('idle')));
  }

  get isUsable(): boolean {
    return this.#socket.writable && !this.#socket.destroyed;
  }

  /** Sends the request of an exchange as soon as the connection stands. */
  carry(exchange: Carried): void {
    this.#exchange = exchange;
    if (this.#isOpen) this.#begin();
  }

  /** How long it may be idle. */
  idle(ms: number): void {
    this.#socket.setTimeout(ms);
  }

  write(head: string, body: string): void {
    // Names and values of headers are bytes, and not text in any encoding.
    if (Buffer.byteLength(head) === head.length) this.#socket.write(head + body);
    else this.#socket.write(Buffer.concat([Buffer.from(head, 'latin1'), Buffer.from(body)]));
  }

  pause(): void {
    this.#socket.pause();
  }

  resume(): void {
    this.#socket.resume();
  }

  /** Ends what it carries with `error`. */
  close(error: Error): void {
    const exchange = this.#exchange;
    this.#exchange = null;
    this.#socket.destroy();
    this.#keeper.closed(this);
    exchange?.broke(error);
  }

  #connect({ host, port }: Origin): Socket {
    const onread = {
      buffer: readBuffer,
      callback: (length: number) => {
        this.#onBytes(readBuffer.subarray(0, length));
        return true;
      },
    };
    const socket = connect({ host, port, noDelay: true, onread });
    socket.on('connect', () => this.#onOpen());
    return socket;
  }

  #connectTls({ host, port }: Origin): Socket {
    const servername = /^[\d.]+$|:/.test(host) ? {} : { servername: host };
    const socket = connectTls({ host, port, ALPNProtocols: ['http/1.1'], ...servername });
    socket.setNoDelay(true);
    socket.on('secureConnect', () => this.#onOpen());
    socket.on('data', (bytes) => this.#onBytes(bytes));
    return socket;
  }

  #onOpen(): void {
    this.#isOpen = true;
    if (this.#exchange !== null) this.#begin();
  }

  #begin(): void {
    this.#socket.setTimeout(0);
    this.#exchange?.begin();
  }

  #onBytes(bytes: Buffer): void {
    const exchange = this.#exchange;
    try {
      // What arrives between two exchanges belongs to none.
      if (exchange === null) throw new Error('unasked');
      const used = exchange.reader.push(bytes);
      if (!exchange.reader.isDone) return;
      this.#settle(exchange, used === bytes.length ? exchange.reader.keepMs : 0);
    } catch (error) {
      this.close(asError(error));
    }
  }

  /** `keepMs`: 0 where nothing may follow. */
  #settle(exchange: Carried, keepMs: number | null): void {
    if (this.#exchange !== exchange) return;
    this.#exchange = null;
    if (keepMs === 0 || !this.isUsable) this.close(new Error('not kept'));
    else this.#keeper.free(this, keepMs);
    exchange.ended();
  }

  #onEnd(): void {
    const exchange = this.#exchange;
    if (exchange === null) return;
    try {
      exchange.reader.end();
      this.#settle(exchange, 0);
    } catch (error) {
      this.close(asError(error));
    }
  }
}
