import { connect, type Socket } from 'node:net';
import { type ResponseListener, ResponseReader } from './response-reader.ts';

/** One keep-alive connection that carries one exchange at a time. */
export class Connection {
  readonly #socket: Socket;
  #current: { listener: ResponseListener; reject: (reason: Error) => void } | null = null;

  constructor(host: string, port: number, onGone: (connection: Connection) => void) {
    this.#socket = connect({ host, port, noDelay: true });
    const reader = new ResponseReader({
      onHead: (status) => this.#listener().onHead(status),
      onBody: (bytes) => this.#listener().onBody(bytes),
      onEnd: () => this.#listener().onEnd(),
    });
    this.#socket.on('data', (bytes) => {
      try {
        reader.feed(bytes);
      } catch (cause) {
        this.#socket.destroy(new Error('not understood', { cause }));
      }
    });
    let reason = 'connection closed';
    this.#socket.on('error', (error) => {
      reason = error.message;
    });
    this.#socket.on('close', () => {
      onGone(this);
      this.#current?.reject(new Error(reason));
    });
  }

  /** Resolves after the whole response; rejects when the connection breaks before. */
  exchange(request: string, listener: ResponseListener): Promise<void> {
    return new Promise((resolve, reject) => {
      const onEnd = () => {
        this.#current = null;
        listener.onEnd();
        resolve();
      };
      const { onHead, onBody } = listener;
      this.#current = { listener: { onHead, onBody, onEnd }, reject };
      this.#socket.write(request);
    });
  }

  close(): void {
    this.#socket.destroy();
  }

  #listener(): ResponseListener {
    if (this.#current === null) throw new Error('bytes without a request');
    return this.#current.listener;
  }
}
