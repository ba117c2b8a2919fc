import { Pool } from 'undici';
import { CallWatch } from './call-watch.ts';
import type { ModelLimits } from './model-settings.ts';

/** Enough for every stream that one process can hold; more calls wait for a connection, within the connect limit. */
const MAX_CONNECTIONS = 10_000;

/**
 * Where secrets may go: the pool is bound to one origin, so the headers cannot reach another.
 * Redirects are never followed.
 */
export interface Endpoint {
  readonly pool: Pool;
  readonly basePath: string;
  /** Alternating names and values of the headers that authenticate, without those that describe a body. */
  readonly identity: readonly string[];
  /** The same for a request with a JSON body that asks for a streamed answer. */
  readonly headers: readonly string[];
}

/** The one way out of the process: HTTP/1.1 on kept connections, with limits on everything. */
export class Outbound implements AsyncDisposable {
  readonly limits: ModelLimits;
  readonly watch: CallWatch;
  readonly #pools = new Map<string, Pool>();

  constructor(limits: ModelLimits) {
    this.limits = limits;
    this.watch = new CallWatch(Math.min(limits.connectMs, limits.firstByteMs, limits.idleMs, limits.turnMs));
  }

  /** Throws a TypeError for a base URL that is not plain http or https. */
  endpoint(baseUrl: string, headers: Readonly<Record<string, string>>): Endpoint {
    const url = new URL(baseUrl);
    if (!isPlain(url)) throw new TypeError(`not a plain http(s) address: ${url.origin}`);
    const identity = Object.entries(headers).flat();
    return {
      pool: this.#pool(url.origin),
      basePath: url.pathname.replace(/\/+$/, ''),
      identity: [...identity, 'accept', 'application/json', 'accept-encoding', 'identity'],
      headers: [
        ...identity,
        ...['content-type', 'application/json'],
        ...['accept', 'text/event-stream, application/json'],
        ...['accept-encoding', 'identity'],
      ],
    };
  }

  /** Cuts every call that is still open. */
  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all([...this.#pools.values()].map((pool) => pool.destroy()));
    this.#pools.clear();
  }

  #pool(origin: string): Pool {
    let pool = this.#pools.get(origin);
    if (!pool) {
      pool = new Pool(origin, {
        allowH2: false,
        connections: MAX_CONNECTIONS,
        pipelining: 1,
        connectTimeout: this.limits.connectMs,
        // The watch keeps these two: undici's would count our own pauses, and renew a timer at every chunk.
        headersTimeout: 0,
        bodyTimeout: 0,
      });
      this.#pools.set(origin, pool);
    }
    return pool;
  }
}

function isPlain(url: URL): boolean {
  const http = url.protocol === 'http:' || url.protocol === 'https:';
  return http && url.username === '' && url.password === '' && url.search === '' && url.hash === '';
}
