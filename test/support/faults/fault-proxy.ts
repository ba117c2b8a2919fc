import type { NetConnectOpts } from 'node:net';
import { type Link, type LinkWatcher, Relay } from '../cuts/cut-relay.ts';

/** For the request whose answer a test loses. */
const requestMs = 120_000;

/**
 * A TCP proxy in front of PostgreSQL whose connections can be cut at any message. A message here is what one side
 * sends at once: with a client that waits for its answers, that is one request or one answer.
 */
export class FaultProxy implements AsyncDisposable {
  #relay: Relay | null = null;
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
  }

  static async start(databaseUrl: string): Promise<FaultProxy> {
    const proxy = new FaultProxy(new URL(databaseUrl));
    proxy.#relay = await Relay.start(
      () => postgresTarget(proxy.#upstream),
      (link) => proxy.#watch(link),
    );
    return proxy;
  }

  /** The DATABASE_URL of a service. */
  get url(): string {
    if (this.#relay === null) throw new Error('the proxy was not started');
    return relayedUrl(this.#upstream, this.#relay);
  }

  /** PostgreSQL may come back at another address. */
  leadTo(databaseUrl: string): void {
    this.#upstream = new URL(databaseUrl);
  }

  /** Cuts the connection on which the nth message from now arrives, instead of forwarding it. */
  cutAt(nth: number): void {
    this.#cutAt = this.passed + nth;
  }

  /**
   * Lets the next such request through and drops its answer with the connection: it was carried out, but the client
   * does not know.
   */
  loseAnswerTo(isMeant: (request: Buffer) => boolean): Promise<void> {
    this.#loses = isMeant;
    return new Promise((resolve, reject) => {
      this.#onLost = resolve;
      setTimeout(() => reject(new Error('No such request came in time')), requestMs).unref();
    });
  }

  cutAll(): void {
    this.#relay?.destroyAll();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#relay?.[Symbol.asyncDispose]();
  }

  #watch(link: Link): LinkWatcher {
    let losesAnswer = false;
    return {
      onRequest: (bytes) => {
        if (this.#loses?.(bytes)) {
          this.#loses = null;
          losesAnswer = true;
        }
        if (this.#isDue()) link.destroy();
        else link.toServer(bytes);
      },
      onAnswer: (bytes) => {
        if (losesAnswer) {
          link.destroy();
          this.cuts += 1;
          this.#onLost();
        } else if (this.#isDue()) link.destroy();
        else link.toClient(bytes);
      },
      onClose: () => {},
    };
  }

  /** Whether this message is the one at which the connection is cut. */
  #isDue(): boolean {
    this.passed += 1;
    if (this.passed < this.#cutAt) return false;
    this.#cutAt = Number.POSITIVE_INFINITY;
    this.cuts += 1;
    return true;
  }
}

/** The same database through a relay, without the parts that would reach it directly. */
export function relayedUrl(upstream: URL, relay: Relay): string {
  const url = new URL(upstream);
  url.search = '';
  url.hostname = '127.0.0.1';
  url.port = String(relay.port);
  return url.href;
}

export function postgresTarget(url: URL): NetConnectOpts {
  const folder = url.searchParams.get('host');
  const port = Number(url.port || 5432);
  return folder?.startsWith('/') ? { path: `${folder}/.s.PGSQL.${port}` } : { host: url.hostname, port };
}
