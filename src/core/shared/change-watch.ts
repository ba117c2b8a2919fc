const firstLookMs = 50;
/** One look that was slow must not make the next readers wait to the end of their time. */
const longestRestMs = 5_000;
/** Queries per look, so that no statement is as long as there are readers. */
const queriesPerLook = 500;

export interface ChangeWatchOptions<Query> {
  /** Which of the queries have news, in their order. */
  readonly look: (queries: readonly Query[]) => Promise<readonly boolean[]>;
  /** Equal for queries of which one look is enough. */
  readonly keyOf: (query: Query) => string;
  readonly everyMs: number;
  /** After a look, the connection rests for this many times as long as the look took, and for 5 s at most. */
  readonly restFactor: number;
}

interface Waiter<Query> {
  readonly query: Query;
  readonly settle: (isNews: boolean) => void;
  readonly fail: (error: unknown) => void;
}

type Group<Query> = [Waiter<Query>, ...Waiter<Query>[]];

/** One look for all readers of this process that wait for a change, however many they are. */
export class ChangeWatch<Query> implements Disposable {
  readonly #options: ChangeWatchOptions<Query>;
  readonly #waiting = new Set<Waiter<Query>>();
  #timer: NodeJS.Timeout | null = null;
  #isLooking = false;
  #isStopped = false;

  constructor(options: ChangeWatchOptions<Query>) {
    this.#options = options;
  }

  /** Whether there was news in time. False, too, when the reader has left. Rejects when a look fails. */
  wait(query: Query, waitMs: number, signal: AbortSignal): Promise<boolean> {
    if (signal.aborted || this.#isStopped || waitMs <= 0) return Promise.resolve(false);
    const { promise, resolve, reject } = Promise.withResolvers<boolean>();
    const waiter: Waiter<Query> = { query, settle: resolve, fail: reject };
    const leave = () => resolve(false);
    const timer = setTimeout(leave, waitMs);
    signal.addEventListener('abort', leave, { once: true });
    this.#waiting.add(waiter);
    this.#schedule(firstLookMs);
    return promise.finally(() => {
      clearTimeout(timer);
      signal.removeEventListener('abort', leave);
      this.#waiting.delete(waiter);
    });
  }

  /** Every reader is answered: nothing has changed. */
  [Symbol.dispose](): void {
    this.#isStopped = true;
    if (this.#timer !== null) clearTimeout(this.#timer);
    for (const { settle } of this.#waiting) settle(false);
  }

  #schedule(delayMs: number): void {
    if (this.#timer !== null || this.#isLooking || this.#isStopped) return;
    this.#timer = setTimeout(() => {
      this.#timer = null;
      void this.#lookAround();
    }, delayMs);
  }

  async #lookAround(): Promise<void> {
    const startedAt = performance.now();
    this.#isLooking = true;
    const groups = this.#groups();
    for (let from = 0; from < groups.length; from += queriesPerLook) {
      await this.#look(groups.slice(from, from + queriesPerLook));
    }
    this.#isLooking = false;
    const tookMs = performance.now() - startedAt;
    const { everyMs, restFactor } = this.#options;
    const restMs = Math.min(tookMs * restFactor, longestRestMs);
    if (this.#waiting.size > 0) this.#schedule(Math.max(everyMs, restMs));
  }

  async #look(groups: readonly Group<Query>[]): Promise<void> {
    try {
      const news = await this.#options.look(groups.map(([first]) => first.query));
      for (const [index, group] of groups.entries()) {
        if (news[index]) for (const { settle } of group) settle(true);
      }
    } catch (error) {
      for (const group of groups) for (const { fail } of group) fail(error);
    }
  }

  /** Readers that wait for the same thing. */
  #groups(): readonly Group<Query>[] {
    const groups = new Map<string, Group<Query>>();
    for (const waiter of this.#waiting) {
      const key = this.#options.keyOf(waiter.query);
      const group = groups.get(key);
      if (group === undefined) groups.set(key, [waiter]);
      else group.push(waiter);
    }
    return [...groups.values()];
  }
}
