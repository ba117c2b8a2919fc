const firstPollMs = 25;
/** A slow poll must not make the next readers wait until their time is up. */
const longestRestMs = 5_000;
/** Queries per poll, so that the number of readers does not decide the size of a statement. */
const queriesPerPoll = 256;
/**
 * Readers notified at once, and the pause before the next of them. Most ask again when they are answered, so that
 * notifying all at once would keep other requests waiting behind as many new ones.
 */
const readersAtOnce = 16;
const pauseMs = 10;

export interface ChangeWatchOptions<Query, State> {
  /** What the queries are about, in their order. An error fails the readers of its query only. */
  readonly poll: (queries: readonly Query[]) => Promise<readonly (State | Error)[]>;
  /**
   * Equal for queries of which one poll is enough. It names the owner, so that a reader never shares the result of
   * another owner's query.
   */
  readonly keyOf: (query: Query) => string;
  /** Equal for states that are the same to every reader. */
  readonly signatureOf: (state: State) => string;
  readonly everyMs: number;
  /** After a poll, the connection rests for this many times as long as the poll took, and for 5 s at most. */
  readonly restFactor: number;
}

export interface Wait {
  readonly signal: AbortSignal;
  /** Null: as long as the reader stays. */
  readonly waitMs?: number | null;
}

interface Waiter<State> {
  readonly isNews: (state: State) => boolean;
  readonly settle: (state: State | Error | null) => void;
}

/**
 * One poll for all readers of this process that wait for a change: each query is run once, however many readers
 * wait for it, and all queries together.
 */
export class ChangeWatch<Query, State> implements Disposable {
  readonly #options: ChangeWatchOptions<Query, State>;
  readonly #watched = new Map<string, Watched<Query, State>>();
  readonly #notifications = new Notifications();
  #timer: NodeJS.Timeout | null = null;
  #isPolling = false;
  #isStopped = false;

  constructor(options: ChangeWatchOptions<Query, State>) {
    this.#options = options;
  }

  /**
   * The state once `isNews` holds, by a poll that began after this call. Null when that does not happen in time, when
   * the reader has left, or when the watch stops. Rejects when a poll fails.
   */
  news(
    query: Query,
    isNews: (state: State) => boolean,
    { signal, waitMs = null }: Wait,
  ): Promise<State | null> {
    if (signal.aborted || this.#isStopped || (waitMs !== null && waitMs <= 0)) return Promise.resolve(null);
    const { promise, resolve, reject } = Promise.withResolvers<State | null>();
    const settle = (state: State | Error | null) => (state instanceof Error ? reject(state) : resolve(state));
    const waiter: Waiter<State> = { isNews, settle };
    const watched = this.#watch(query);
    const leave = () => resolve(null);
    const timer = waitMs === null ? undefined : setTimeout(leave, waitMs);
    signal.addEventListener('abort', leave, { once: true });
    watched.add(waiter);
    this.#schedule(firstPollMs);
    return promise.finally(() => {
      clearTimeout(timer);
      signal.removeEventListener('abort', leave);
      watched.remove(waiter);
    });
  }

  /** Every reader is answered: nothing has changed. */
  [Symbol.dispose](): void {
    this.#isStopped = true;
    if (this.#timer !== null) clearTimeout(this.#timer);
    for (const watched of this.#watched.values()) watched.stop();
  }

  #watch(query: Query): Watched<Query, State> {
    const key = this.#options.keyOf(query);
    const known = this.#watched.get(key);
    if (known !== undefined) return known;
    const watched = new Watched(query, this.#options.signatureOf, this.#notifications);
    this.#watched.set(key, watched);
    return watched;
  }

  #schedule(delayMs: number): void {
    if (this.#timer !== null || this.#isPolling || this.#isStopped) return;
    this.#timer = setTimeout(() => {
      this.#timer = null;
      void this.#poll();
    }, delayMs);
  }

  async #poll(): Promise<void> {
    for (const [key, watched] of this.#watched) if (watched.isIdle) this.#watched.delete(key);
    const startedAt = performance.now();
    this.#isPolling = true;
    const all = [...this.#watched.values()];
    for (let from = 0; from < all.length; from += queriesPerPoll) {
      await this.#pollGroup(all.slice(from, from + queriesPerPoll));
    }
    this.#isPolling = false;
    const tookMs = performance.now() - startedAt;
    const { everyMs, restFactor } = this.#options;
    const restMs = Math.min(tookMs * restFactor, longestRestMs);
    if (this.#watched.size > 0) this.#schedule(Math.max(everyMs, restMs));
  }

  async #pollGroup(group: readonly Watched<Query, State>[]): Promise<void> {
    for (const watched of group) watched.begin();
    try {
      const states = await this.#options.poll(group.map(({ query }) => query));
      for (const [index, watched] of group.entries()) {
        const state = states[index];
        if (state instanceof Error) watched.fail(state);
        else if (state !== undefined) watched.notify(state);
      }
    } catch (error) {
      const failure = error instanceof Error ? error : new Error('A poll failed', { cause: error });
      for (const watched of group) watched.fail(failure);
    }
  }
}

/** What one query is about, and the readers that wait for it to change. */
class Watched<Query, State> {
  readonly query: Query;
  readonly #signatureOf: (state: State) => string;
  readonly #notifications: Notifications;
  #fresh = new Set<Waiter<State>>();
  /** Readers that were waiting when the running poll began. */
  #asking = new Set<Waiter<State>>();
  /** Readers that have seen a state that did not interest them. */
  readonly #settled = new Set<Waiter<State>>();
  #last: string | null = null;

  constructor(query: Query, signatureOf: (state: State) => string, notifications: Notifications) {
    this.query = query;
    this.#signatureOf = signatureOf;
    this.#notifications = notifications;
  }

  get isIdle(): boolean {
    return this.#fresh.size + this.#asking.size + this.#settled.size === 0;
  }

  add(waiter: Waiter<State>): void {
    this.#fresh.add(waiter);
  }

  remove(waiter: Waiter<State>): void {
    this.#fresh.delete(waiter);
    this.#asking.delete(waiter);
    this.#settled.delete(waiter);
  }

  begin(): void {
    this.#asking = this.#fresh;
    this.#fresh = new Set();
  }

  /** Readers that saw the previous state are notified of changes only. */
  notify(state: State): void {
    const signature = this.#signatureOf(state);
    const candidates = signature === this.#last ? [...this.#asking] : [...this.#settled, ...this.#asking];
    this.#last = signature;
    for (const waiter of this.#asking) this.#settled.add(waiter);
    this.#asking.clear();
    for (const waiter of candidates) {
      if (!waiter.isNews(state)) continue;
      this.#settled.delete(waiter);
      this.#notifications.add(() => waiter.settle(state));
    }
  }

  fail(error: Error): void {
    for (const waiter of [...this.#settled, ...this.#asking]) {
      this.remove(waiter);
      this.#notifications.add(() => waiter.settle(error));
    }
  }

  stop(): void {
    for (const waiter of [...this.#fresh, ...this.#asking, ...this.#settled]) waiter.settle(null);
  }
}

/** Notifies readers a few at a time. */
class Notifications {
  #due: (() => void)[] = [];

  add(notify: () => void): void {
    if (this.#due.push(notify) === 1) setImmediate(() => this.#notifySome());
  }

  #notifySome(): void {
    for (const notify of this.#due.splice(0, readersAtOnce)) notify();
    if (this.#due.length > 0) setTimeout(() => this.#notifySome(), pauseMs);
  }
}
