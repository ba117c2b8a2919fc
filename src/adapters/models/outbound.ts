import { Pool } from 'undici';
import { CallWatch } from './call-watch.ts';
import type { ModelLimits } from './model-settings.ts';

/**
 * Enough for every stream that one process can run; further calls wait for a connection, within the connect limit.
 */
const MAX_CONNECTIONS = 10_000;

/**
 * Where secrets may go. The pool is bound to one origin, so the headers cannot reach another, and redirects are never
 * followed.
 */
export interface Endpoint {
  readonly pool: Pool;
  readonly basePath: string;
  /** Names and values of the authenticating headers, alternating, without those that describe a body. */
  readonly identity: readonly string[];
  /** The same headers for a request with a JSON body and a streamed answer. */
  readonly headers: readonly string[];
}

/** The only way out of the process: HTTP/1.1 on kept-alive connections, with limits on everything. */
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

  /** Aborts every call that is still open. */
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
        // The call watch enforces these two: undici's timeouts would count our own pauses and renew a timer for every
        // chunk.
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
