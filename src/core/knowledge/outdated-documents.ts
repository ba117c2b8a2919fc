import { DatabaseUnavailable } from '../errors.ts';
import { wait } from '../shared/wait.ts';

export interface OutdatedDocumentStore {
  /** Makes the lexemes of one of them again; false where there is none. */
  readNext(): Promise<boolean>;
}

const retryMs = 60_000;

/**
 * Reads documents again whose words another major version of the database has found: a new version may find other
 * words in the same text, and questions are read by the new one. Runs once in each process, since a database does not
 * change its version under a connection.
 */
export class OutdatedDocuments implements AsyncDisposable {
  readonly #store: OutdatedDocumentStore;
  readonly #onError: (what: string, error: unknown) => void;
  readonly #closing = new AbortController();
  readonly #running: Promise<void>;

  constructor(store: OutdatedDocumentStore, onError: (what: string, error: unknown) => void) {
    this.#store = store;
    this.#onError = onError;
    this.#running = this.#run().catch(() => undefined);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#closing.abort();
    await this.#running;
  }

  async #run(): Promise<void> {
    const { signal } = this.#closing;
    while (!signal.aborted) {
      try {
        if (!(await this.#store.readNext())) return;
      } catch (error) {
        if (!(error instanceof DatabaseUnavailable)) this.#onError('reading documents again', error);
        await wait(retryMs, signal);
      }
    }
  }
}
