import { CallWatch } from './call-watch.ts';
import { ConnectionPool, headerLines } from './http1/connection-pool.ts';
import type { ModelLimits } from './model-settings.ts';

/**
 * Where secrets may go. The pool is bound to one origin, so the headers cannot reach another, and redirects are never
 * followed.
 */
export interface Endpoint {
  readonly pool: ConnectionPool;
  readonly basePath: string;
  /** The lines of the authenticating headers, without those that describe a body; null where no header may be so. */
  readonly identity: string | null;
  /** The same for a request with a JSON body and a streamed answer. */
  readonly headers: string | null;
}

/** The only way out of the process: HTTP/1.1 on kept-alive connections, with limits on everything. */
export class Outbound implements AsyncDisposable {
  readonly limits: ModelLimits;
  readonly watch: CallWatch;
  readonly #pools = new Map<string, ConnectionPool>();

  constructor(limits: ModelLimits) {
    this.limits = limits;
    this.watch = new CallWatch(Math.min(limits.connectMs, limits.firstByteMs, limits.idleMs, limits.turnMs));
  }

  /** Throws a TypeError for a base URL that is not plain http or https. */
  endpoint(baseUrl: string, headers: Readonly<Record<string, string>>): Endpoint {
    const url = new URL(baseUrl);
    if (!isPlain(url)) throw new TypeError(`not a plain http(s) address: ${url.origin}`);
    const all = { connection: 'keep-alive', ...headers, 'accept-encoding': 'identity' };
    return {
      pool: this.#pool(url),
      basePath: url.pathname.replace(/\/+$/, ''),
      identity: linesOrNull({ ...all, accept: 'application/json' }),
      headers: linesOrNull({
        ...all,
        accept: 'text/event-stream, application/json',
        'content-type': 'application/json',
      }),
    };
  }

  /** Aborts every call that is still open. */
  async [Symbol.asyncDispose](): Promise<void> {
    for (const pool of this.#pools.values()) pool[Symbol.dispose]();
    this.#pools.clear();
  }

  #pool(url: URL): ConnectionPool {
    const pool = this.#pools.get(url.origin) ?? new ConnectionPool(url);
    this.#pools.set(url.origin, pool);
    return pool;
  }
}

function linesOrNull(headers: Readonly<Record<string, string>>): string | null {
  try {
    return headerLines(headers);
  } catch {
    // The error may quote a header, and so the key.
    return null;
  }
}

function isPlain(url: URL): boolean {
  const http = url.protocol === 'http:' || url.protocol === 'https:';
  return http && url.username === '' && url.password === '' && url.search === '' && url.hash === '';
}
