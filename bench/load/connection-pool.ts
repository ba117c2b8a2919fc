import { Connection } from './connection.ts';

/** Returns idle connections, the most recently used first, and opens one when there is none. */
export class ConnectionPool {
  readonly #host: string;
  readonly #port: number;
  readonly #idle: Connection[] = [];
  readonly #all = new Set<Connection>();

  constructor(host: string, port: number) {
    this.#host = host;
    this.#port = port;
  }

  take(): Connection {
    return this.#idle.pop() ?? this.#open();
  }

  giveBack(connection: Connection): void {
    if (this.#all.has(connection)) this.#idle.push(connection);
  }

  close(): void {
    for (const connection of this.#all) connection.close();
  }

  #open(): Connection {
    const connection = new Connection(this.#host, this.#port, (gone) => this.#forget(gone));
    this.#all.add(connection);
    return connection;
  }

  #forget(connection: Connection): void {
    this.#all.delete(connection);
    const at = this.#idle.indexOf(connection);
    if (at !== -1) this.#idle.splice(at, 1);
  }
}
