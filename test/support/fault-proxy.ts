import { connect, createServer, type NetConnectOpts, type Server, type Socket } from 'node:net';

/**
 * A TCP proxy in front of PostgreSQL whose connections can be cut at any message. A message here is what one side
 * sends at once: with a client that waits for its answers, that is one request or one answer.
 */
export class FaultProxy implements AsyncDisposable {
  readonly #server: Server;
  readonly #pairs = new Set<Pair>();
  #upstream: URL;
  #cutAt = Number.POSITIVE_INFINITY;
  #loses: ((request: Buffer) => boolean) | null = null;
  #onLost: () => void = () => {};
  /** Messages that have passed, in both directions. */
  passed = 0;
  /** Connections that were cut at a message. */
  cuts = 0;

  private constructor(upstream: URL) {
    this.#upstream = upstream;
    this.#server = createServer((client) => this.#accept(client));
  }

  static async start(databaseUrl: string): Promise<FaultProxy> {
    const proxy = new FaultProxy(new URL(databaseUrl));
    await new Promise<void>((resolve) => proxy.#server.listen(0, '127.0.0.1', resolve));
    return proxy;
  }

  /** What a service is given as DATABASE_URL. */
  get url(): string {
    const address = this.#server.address();
    if (typeof address !== 'object' || address === null) throw new Error('the proxy does not listen');
    const url = new URL(this.#upstream);
    url.search = '';
    url.hostname = '127.0.0.1';
    url.port = String(address.port);
    return url.href;
  }

  /** PostgreSQL may come back at another address. */
  leadTo(databaseUrl: string): void {
    this.#upstream = new URL(databaseUrl);
  }

  /** Cuts the connection on which the nth message from now comes, instead of passing it on. */
  cutAt(nth: number): void {
    this.#cutAt = this.passed + nth;
  }

  /** Lets the next such request through and loses its answer with the connection: it was carried out, unknown. */
  loseAnswerTo(isMeant: (request: Buffer) => boolean): Promise<void> {
    this.#loses = isMeant;
    return new Promise((resolve) => {
      this.#onLost = resolve;
    });
  }

  cutAll(): void {
    for (const pair of this.#pairs) pair.cut();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.cutAll();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  #accept(client: Socket): void {
    const pair = new Pair(client, connect(targetOf(this.#upstream)));
    this.#pairs.add(pair);
    const isDue = () => {
      this.passed += 1;
      if (this.passed < this.#cutAt) return false;
      this.#cutAt = Number.POSITIVE_INFINITY;
      this.cuts += 1;
      return true;
    };
    pair.relay({
      onRequest: (bytes) => {
        if (this.#loses?.(bytes)) {
          this.#loses = null;
          pair.loseNextAnswer();
        }
        return isDue();
      },
      onAnswer: () => isDue(),
      onLost: () => {
        this.cuts += 1;
        this.#onLost();
      },
      onClose: () => this.#pairs.delete(pair),
    });
  }
}

/** Each of the first two says whether the connection is cut instead. */
interface Watch {
  onRequest(bytes: Buffer): boolean;
  onAnswer(): boolean;
  onLost(): void;
  onClose(): void;
}

class Pair {
  readonly #client: Socket;
  readonly #server: Socket;
  #losesAnswer = false;

  constructor(client: Socket, server: Socket) {
    this.#client = client;
    this.#server = server;
    client.setNoDelay(true);
    server.setNoDelay(true);
  }

  loseNextAnswer(): void {
    this.#losesAnswer = true;
  }

  cut(): void {
    this.#client.destroy();
    this.#server.destroy();
  }

  relay(watch: Watch): void {
    this.#client.on('data', (bytes) => {
      if (watch.onRequest(bytes)) this.cut();
      else this.#server.write(bytes);
    });
    this.#server.on('data', (bytes) => {
      if (this.#losesAnswer) {
        this.cut();
        watch.onLost();
      } else if (watch.onAnswer()) this.cut();
      else this.#client.write(bytes);
    });
    for (const socket of [this.#client, this.#server]) {
      socket.on('error', () => this.cut());
      socket.on('close', () => {
        this.cut();
        watch.onClose();
      });
    }
  }
}

function targetOf(url: URL): NetConnectOpts {
  const folder = url.searchParams.get('host');
  const port = Number(url.port || 5432);
  return folder?.startsWith('/') ? { path: `${folder}/.s.PGSQL.${port}` } : { host: url.hostname, port };
}
