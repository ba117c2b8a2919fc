import { connect, createServer, type NetConnectOpts, type Server, type Socket } from 'node:net';

/** What happens to the bytes of one connection: forward them, or not. */
export interface LinkWatcher {
  onRequest(bytes: Buffer): void;
  onAnswer(bytes: Buffer): void;
  onClose(): void;
}

/** One relayed connection: `client` is the service under test, `server` its target. */
export class Link {
  readonly #client: Socket;
  readonly #server: Socket;
  readonly closed: Promise<void>;

  constructor(client: Socket, server: Socket) {
    this.#client = client;
    this.#server = server;
    client.setNoDelay(true);
    server.setNoDelay(true);
    const { promise, resolve } = Promise.withResolvers<void>();
    this.closed = promise;
    client.once('close', resolve);
  }

  toServer(bytes: Buffer): void {
    this.#server.write(bytes);
  }

  toClient(bytes: Buffer): void {
    this.#client.write(bytes);
  }

  /** Both sides see a reset, once they have received what was forwarded before. */
  reset(): void {
    for (const socket of [this.#client, this.#server]) {
      if (socket.writable) socket.write('', () => resetNow(socket));
      else socket.destroy();
    }
  }

  /** The client sees a reset; the server carries out what it received, and then sees the end. */
  leave(): void {
    this.#server.end();
    resetNow(this.#client);
  }

  /** Both sides see an end, as when the other one closes. */
  end(): void {
    this.#server.end();
    this.#client.end();
  }

  destroy(): void {
    this.#client.destroy();
    this.#server.destroy();
  }

  /** Bytes after an end are dropped. */
  watch(watcher: LinkWatcher): void {
    this.#client.on('data', (bytes) => {
      if (this.#client.writable) watcher.onRequest(bytes);
    });
    this.#server.on('data', (bytes) => {
      if (this.#client.writable) watcher.onAnswer(bytes);
    });
    for (const socket of [this.#client, this.#server]) {
      socket.on('error', () => this.destroy());
    }
    this.#client.on('close', () => {
      this.#server.end();
      watcher.onClose();
    });
    this.#server.on('close', () => this.#client.end());
  }
}

/** A TCP relay whose connections are observed and cut. */
export class Relay implements AsyncDisposable {
  readonly links = new Set<Link>();
  readonly #server: Server;

  private constructor(target: () => NetConnectOpts, watcherOf: (link: Link) => LinkWatcher) {
    this.#server = createServer((client) => {
      const link = new Link(client, connect(target()));
      this.links.add(link);
      const watcher = watcherOf(link);
      link.watch({
        onRequest: (bytes) => watcher.onRequest(bytes),
        onAnswer: (bytes) => watcher.onAnswer(bytes),
        onClose: () => {
          this.links.delete(link);
          watcher.onClose();
        },
      });
    });
  }

  static async start(target: () => NetConnectOpts, watcherOf: (link: Link) => LinkWatcher): Promise<Relay> {
    const relay = new Relay(target, watcherOf);
    await new Promise<void>((resolve) => relay.#server.listen(0, '127.0.0.1', resolve));
    return relay;
  }

  get port(): number {
    const address = this.#server.address();
    if (typeof address !== 'object' || address === null) throw new Error('the relay does not listen');
    return address.port;
  }

  destroyAll(): void {
    for (const link of this.links) link.destroy();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.destroyAll();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}

/** A Unix socket knows no reset. */
function resetNow(socket: Socket): void {
  if (socket.remotePort === undefined) socket.destroy();
  else socket.resetAndDestroy();
}
