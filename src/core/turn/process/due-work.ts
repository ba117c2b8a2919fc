import { DatabaseUnavailable } from '../../errors.ts';

/** What waits for any process. Each is true at least whenever there is something to do. */
export interface DueWork {
  /** Jobs wait for a worker, whether or not one may start now. */
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
  /** How long to pause polls that go through all turns that processes hold. */
  readonly restMs: number;
}

export interface FoundWork extends Omit<DueWork, 'assigned' | 'restMs'> {
  /** Null where it was not looked for. */
  readonly held: HeldTurns | null;
}

/** What a poll of all turns that processes hold has found, besides lost ones. */
export interface HeldTurns extends Pick<DueWork, 'assigned'> {
  /** Job slots that other processes use. */
  readonly busyElsewhere: number;
  readonly tookMs: number;
}

export interface DueWorkStore {
  /** `withHeld`: also through the turns that processes hold, for those that are lost and for jobs long overdue. */
  dueWork(processId: string, queueTtlMs: number, withHeld: boolean): Promise<FoundWork>;
}

export interface DueWorkWatchOptions {
  readonly store: DueWorkStore;
  readonly processId: () => string;
  readonly queueTtlMs: number;
  readonly onError: (what: string, error: unknown) => void;
}

const everyMs = 1_000;
/**
 * A poll of all turns that processes hold also meets, beside an old snapshot, the entries of those that they held
 * since. The longer it takes, the less often it runs: a hundredth of the time, or once a minute.
 */
const restShare = 100;
const mostRestMs = 60_000;

/**
 * Asks once a second what waits, so that the chores of an idle process ask for nothing themselves: fifty processes that
 * polled for each chore would be hundreds of statements a second. Every chore still polls by itself now and then.
 */
export class DueWorkWatch implements AsyncDisposable {
  readonly #options: DueWorkWatchOptions;
  readonly #listeners = new Set<(work: DueWork) => void>();
  readonly #timer: NodeJS.Timeout;
  #asking: Promise<void> | null = null;
  #held: HeldTurns = { assigned: true, busyElsewhere: 0, tookMs: 0 };
  #nextLookThroughHeld = 0;

  constructor(options: DueWorkWatchOptions) {
    this.#options = options;
    this.#timer = setInterval(() => {
      this.#asking ??= this.#ask().finally(() => {
        this.#asking = null;
      });
    }, everyMs);
  }

  /** Job slots that other processes use, a few seconds old; 0 while the database does not answer. */
  get busyElsewhere(): number {
    return this.#held.busyElsewhere;
  }

  onDue(listener: (work: DueWork) => void): void {
    this.#listeners.add(listener);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    clearInterval(this.#timer);
    this.#listeners.clear();
    await this.#asking;
  }

  get #restMs(): number {
    return Math.min(restShare * this.#held.tookMs, mostRestMs);
  }

  async #ask(): Promise<void> {
    const { store, processId, queueTtlMs, onError } = this.#options;
    const now = performance.now();
    try {
      const withHeld = now >= this.#nextLookThroughHeld;
      const { held, ...work } = await store.dueWork(processId(), queueTtlMs, withHeld);
      if (held !== null) {
        this.#held = held;
        this.#nextLookThroughHeld = now + this.#restMs;
      }
      const { assigned } = this.#held;
      for (const listener of this.#listeners) listener({ ...work, assigned, restMs: this.#restMs });
    } catch (error) {
      if (!(error instanceof DatabaseUnavailable)) onError('looking for work', error);
      this.#held = { ...this.#held, busyElsewhere: 0 };
    }
  }
}
