import { validateHeaderName, validateHeaderValue } from 'node:http';
import { Connection, type ConnectionKeeper, type Origin } from './connection.ts';

/** Servers close idle connections after five seconds and more. */
const idleMs = 4_000;
/** A server's own limit is not used to its end, because a request may be on its way by then. */
const marginMs = 2_000;
const longestIdleMs = 600_000;

/**
 * The connections to one origin: HTTP/1.1, one exchange at a time on each, and idle ones are used again, the newest
 * first. Nothing leads to another origin, so no secret can get there.
 */
export class ConnectionPool implements ConnectionKeeper, Disposable {
  /** As the request names it. */
  readonly host: string;
  readonly #origin: Origin;
  readonly #open = new Set<Connection>();
  readonly #idle: Connection[] = [];

  constructor(url: URL) {
    const isSecure = url.protocol === 'https:';
    this.host = url.host;
    this.#origin = {
      isSecure,
      host: url.hostname.replace(/^\[|\]$/g, ''),
      port: Number(url.port) || (isSecure ? 443 : 80),
    };
  }

  take(): Connection {
    for (let idle = this.#idle.pop(); idle !== undefined; idle = this.#idle.pop()) {
      if (idle.isUsable) return idle;
    }
    const connection = new Connection(this.#origin, this);
    this.#open.add(connection);
    return connection;
  }

  free(connection: Connection, keepMs: number | null): void {
    const ms = keepMs === null ? idleMs : Math.min(keepMs - marginMs, longestIdleMs);
    if (ms <= 0) {
      connection.close(new Error('not kept'));
      return;
    }
    connection.idle(ms);
    // Its last reader may have left it paused.
    connection.resume();
    this.#idle.push(connection);
  }

  closed(connection: Connection): void {
    this.#open.delete(connection);
    // The oldest times out first, so the search is short.
    const at = this.#idle.indexOf(connection);
    if (at !== -1) this.#idle.splice(at, 1);
  }

  /** Breaks every exchange that has not ended. */
  [Symbol.dispose](): void {
    for (const connection of this.#open) connection.close(new Error('the pool was closed'));
  }
}

/** Throws for a name or a value that no header may have. */
export function headerLines(headers: Readonly<Record<string, string>>): string {
  return Object.entries(headers)
    .map(([name, value]) => {
      validateHeaderName(name);
      validateHeaderValue(name, value);
      return `${name}: ${value}\r\n`;
    })
    .join('');
}
