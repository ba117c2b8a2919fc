import { DatabaseUnavailable } from '../errors.ts';
import type { ErasureStore } from './erasure-store.ts';
import type { RetentionStore } from './retention-store.ts';
import { resumeErasures } from './run-erasures.ts';

/** How often to look for erasures that are due, in case the call of `wake` was lost. */
const everyMs = 20_000;
const retentionEveryMs = 60_000;

export interface PeopleChoresOptions {
  readonly erasures: ErasureStore;
  readonly retention: RetentionStore;
  readonly onError: (what: string, error: unknown) => void;
}

/**
 * Resumes erasures whenever one is due, removes what is quoted of deleted documents, and deletes what has expired every
 * minute.
 */
export class PeopleChores implements AsyncDisposable {
  readonly #options: PeopleChoresOptions;
  readonly #stop = new AbortController();
  #timer: NodeJS.Timeout;
  #running: Promise<void> = Promise.resolve();
  #isRunning = false;
  #retentionDue = performance.now() + retentionEveryMs;

  constructor(options: PeopleChoresOptions) {
    this.#options = options;
    this.#timer = this.#schedule();
  }

  /** Called when an erasure is due. */
  wake(): void {
    if (this.#isRunning || this.#stop.signal.aborted) return;
    clearTimeout(this.#timer);
    this.#running = this.#run();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#stop.abort();
    clearTimeout(this.#timer);
    await this.#running;
  }

  #schedule(): NodeJS.Timeout {
    return setTimeout(() => {
      this.#running = this.#run();
    }, everyMs);
  }

  async #run(): Promise<void> {
    const { erasures, retention, onError } = this.#options;
    this.#isRunning = true;
    try {
      await resumeErasures(erasures, this.#stop.signal);
      while (!this.#stop.signal.aborted && (await retention.forgetQuotes()));
      if (performance.now() >= this.#retentionDue) await this.#deleteOld();
    } catch (error) {
      if (!(error instanceof DatabaseUnavailable)) onError('The erasure of data', error);
    }
    this.#isRunning = false;
    if (!this.#stop.signal.aborted) this.#timer = this.#schedule();
  }

  async #deleteOld(): Promise<void> {
    const { retention } = this.#options;
    this.#retentionDue = performance.now() + retentionEveryMs;
    while (!this.#stop.signal.aborted && (await retention.expireActions()));
    while (!this.#stop.signal.aborted && (await retention.deleteEnded()));
    while (!this.#stop.signal.aborted && (await retention.deleteUnlistedConversations()));
    while (!this.#stop.signal.aborted && (await retention.deleteOldConversations()));
  }
}
