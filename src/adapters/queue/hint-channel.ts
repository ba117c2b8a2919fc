import pg from 'pg';

/** The first pause before connecting again; each one after a failure is twice as long. */
const firstPauseMs = 250;
const longestPauseMs = 30_000;

export interface HintChannelOptions {
  readonly connectionString: string;
  readonly channel: string;
  /** Called with the payload of each hint, and with '' whenever hints may have been missed. */
  readonly onHint: (payload: string) => void;
}

/**
 * Hints from other processes by LISTEN, on a connection of its own. A hint may be lost, so it only makes its receiver
 * poll sooner: while the channel is open, polls may be rare, and otherwise they continue as if there were none. Behind
 * a pooler in transaction mode it cannot be opened, because LISTEN belongs to a session.
 */
export class HintChannel implements AsyncDisposable {
  readonly #options: HintChannelOptions;
  #client: pg.Client | null = null;
  #timer: NodeJS.Timeout | null = null;
  #pauseMs = firstPauseMs;
  #isOpen = false;
  #isStopped = false;
  #connecting: Promise<void>;

  constructor(options: HintChannelOptions) {
    this.#options = options;
    this.#connecting = this.#connect();
  }

  get isOpen(): boolean {
    return this.#isOpen;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#isStopped = true;
    if (this.#timer !== null) clearTimeout(this.#timer);
    await this.#connecting;
    await this.#client?.end().catch(() => undefined);
  }

  async #connect(): Promise<void> {
    const { connectionString, channel, onHint } = this.#options;
    const client = new pg.Client({
      connectionString,
      application_name: 'parley-hints',
      connectionTimeoutMillis: 5_000,
      // A server that hangs after the connection must not keep a stop waiting.
      query_timeout: 5_000,
      keepAlive: true,
    });
    this.#client = client;
    client.on('error', () => undefined);
    client.on('notification', ({ payload = '' }) => onHint(payload));
    client.once('end', () => this.#lost(client));
    try {
      await client.connect();
      await client.query(`LISTEN ${pg.escapeIdentifier(channel)}`);
      this.#isOpen = true;
      this.#pauseMs = firstPauseMs;
      onHint('');
    } catch {
      // The polls report an unavailable database.
      await client.end().catch(() => undefined);
      this.#lost(client);
    }
  }

  #lost(client: pg.Client): void {
    if (this.#client !== client) return;
    this.#client = null;
    const wasOpen = this.#isOpen;
    this.#isOpen = false;
    if (this.#isStopped) return;
    this.#timer = setTimeout(() => {
      this.#connecting = this.#connect();
    }, this.#pauseMs);
    this.#pauseMs = Math.min(this.#pauseMs * 2, longestPauseMs);
    if (wasOpen) this.#options.onHint('');
  }
}
