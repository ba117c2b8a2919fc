import { DatabaseUnavailable } from '../../errors.ts';

/** What waits for any process. Each is true at least whenever there is something to do. */
export interface DueWork {
  /** Jobs wait, whether or not one may start now. */
  readonly queued: boolean;
  /** Jobs have waited too long. */
  readonly overdue: boolean;
  /** Processes have died, or turns belong to one that has. */
  readonly lost: boolean;
  readonly erasures: boolean;
  /** Deliveries to webhooks, or events that become some. */
  readonly deliveries: boolean;
  /** Turns belong to this process, whether or not it knows of them. */
  readonly assigned: boolean;
  /** Job slots that other processes use. */
  readonly busyElsewhere: number;
}

export interface DueWorkStore {
  dueWork(processId: string, queueTtlMs: number): Promise<DueWork>;
}

export interface DueWorkWatchOptions {
  readonly store: DueWorkStore;
  readonly processId: () => string;
  readonly queueTtlMs: number;
  readonly onError: (what: string, error: unknown) => void;
}

const everyMs = 1_000;

/**
 * Asks once a second what waits, so that the chores of an idle process ask for nothing themselves: fifty processes that
 * polled for each chore would be hundreds of statements a second. Every chore still looks by itself now and then.
 */
export class DueWorkWatch implements AsyncDisposable {
  readonly #options: DueWorkWatchOptions;
  readonly #listeners = new Set<(work: DueWork) => void>();
  readonly #timer: NodeJS.Timeout;
  #asking: Promise<void> | null = null;
  #busyElsewhere = 0;

  constructor(options: DueWorkWatchOptions) {
    this.#options = options;
    this.#timer = setInterval(() => {
      this.#asking ??= this.#ask().finally(() => {
        this.#asking = null;
      });
    }, everyMs);
  }

  /** At most some seconds old; 0 while the database does not answer. */
  get busyElsewhere(): number {
    return this.#busyElsewhere;
  }

  onDue(listener: (work: DueWork) => void): void {
    this.#listeners.add(listener);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    clearInterval(this.#timer);
    this.#listeners.clear();
    await this.#asking;
  }

  async #ask(): Promise<void> {
    const { store, processId, queueTtlMs, onError } = this.#options;
    this.#busyElsewhere = await store.dueWork(processId(), queueTtlMs).then(
      (work) => {
        for (const listener of this.#listeners) listener(work);
        return work.busyElsewhere;
      },
      (error: unknown) => {
        if (!(error instanceof DatabaseUnavailable)) onError('looking for work', error);
        return 0;
      },
    );
  }
}
