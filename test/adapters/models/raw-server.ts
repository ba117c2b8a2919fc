import { createServer, type Server, type Socket } from 'node:net';
import { createServer as createTlsServer, TLSSocket } from 'node:tls';

export interface Certificate {
  readonly key: Buffer;
  readonly cert: Buffer;
}

/** A socket server that answers each HTTP request with bytes chosen by the test. */
export class RawServer implements AsyncDisposable {
  /** Every request as it arrived, head and body. */
  readonly requests: string[] = [];
  /** How many connections were ever opened. */
  connections = 0;
  /** The names that connections with TLS asked for. */
  readonly names: string[] = [];
  readonly #scheme: 'http' | 'https';
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();

  /** `answer` gets the connection once a whole request has arrived. */
  constructor(answer: (socket: Socket, request: string) => void, certificate: Certificate | null) {
    const serve = (socket: Socket) => {
      this.connections += 1;
      if (socket instanceof TLSSocket && typeof socket.servername === 'string')
        this.names.push(socket.servername);
      this.#sockets.add(socket);
      socket.on('close', () => this.#sockets.delete(socket));
      socket.on('error', () => {});
      let received = '';
      socket.on('data', (bytes) => {
        received += bytes.toString('latin1');
        if (!isWhole(received)) return;
        this.requests.push(received);
        const request = received;
        received = '';
        answer(socket, request);
      });
    };
    this.#scheme = certificate === null ? 'http' : 'https';
    this.#server =
      certificate === null
        ? createServer({ noDelay: true }, serve)
        : createTlsServer({ noDelay: true, ...certificate }, serve);
  }

  async listen(): Promise<this> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    return this;
  }

  get origin(): string {
    const address = this.#server.address();
    if (address === null || typeof address === 'string') throw new Error('not listening');
    return `${this.#scheme}://127.0.0.1:${address.port}`;
  }

  get openSockets(): number {
    return this.#sockets.size;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}

export function rawServer(
  answer: (socket: Socket, request: string) => void,
  certificate: Certificate | null = null,
): Promise<RawServer> {
  return new RawServer(answer, certificate).listen();
}

/** The head of a response whose body ends with its connection. */
export function head(type: string, status = '200 OK', more: readonly string[] = []): string {
  return `${[`HTTP/1.1 ${status}`, `content-type: ${type}`, 'connection: close', ...more].join('\r\n')}\r\n\r\n`;
}

/** Writes the parts one after another, each as a segment of its own, and closes. */
export function writeParts(socket: Socket, parts: readonly Uint8Array[]): void {
  const [first, ...rest] = parts;
  if (!first) socket.end();
  else socket.write(first, () => setImmediate(() => setImmediate(() => writeParts(socket, rest))));
}

function isWhole(request: string): boolean {
  const bodyStart = request.indexOf('\r\n\r\n') + 4;
  const length = /content-length: (\d+)/i.exec(request)?.[1];
  return bodyStart >= 4 && request.length >= bodyStart + Number(length ?? 0);
}
