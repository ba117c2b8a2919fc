import type { EventLogStore, EventQuery } from './event-log-store.ts';

const firstLookMs = 50;
const lookEveryMs = 250;
/** Looks may take this fraction of a connection's time. */
const restFactor = 4;

interface Waiter {
  readonly query: EventQuery;
  readonly settle: (isNews: boolean) => void;
  readonly fail: (error: unknown) => void;
}

/** One look at the log for all readers of this process that wait for an event, however many they are. */
export class EventWatch implements Disposable {
  readonly #log: Pick<EventLogStore, 'look'>;
  readonly #waiting = new Set<Waiter>();
  #timer: NodeJS.Timeout | null = null;
  #isLooking = false;
  #isStopped = false;

  constructor(log: Pick<EventLogStore, 'look'>) {
    this.#log = log;
  }

  /** Whether an event came in time. False, too, when the reader has left. Rejects when the log cannot be read. */
  wait(query: EventQuery, waitMs: number, signal: AbortSignal): Promise<boolean> {
    if (signal.aborted || this.#isStopped) return Promise.resolve(false);
    const { promise, resolve, reject } = Promise.withResolvers<boolean>();
    const waiter: Waiter = { query, settle: resolve, fail: reject };
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

  [Symbol.dispose](): void {
    this.#isStopped = true;
    if (this.#timer !== null) clearTimeout(this.#timer);
    for (const { settle } of this.#waiting) settle(false);
  }

  #schedule(delayMs: number): void {
    if (this.#timer !== null || this.#isLooking || this.#isStopped) return;
    this.#timer = setTimeout(() => {
      this.#timer = null;
      void this.#look();
    }, delayMs);
  }

  async #look(): Promise<void> {
    const startedAt = performance.now();
    this.#isLooking = true;
    const groups = groupsOf(this.#waiting);
    try {
      const found = await this.#log.look([...groups.values()].map(([first]) => first.query));
      for (const [index, group] of [...groups.values()].entries()) {
        if (found[index]) for (const { settle } of group) settle(true);
      }
    } catch (error) {
      for (const group of groups.values()) for (const { fail } of group) fail(error);
    }
    this.#isLooking = false;
    const tookMs = performance.now() - startedAt;
    if (this.#waiting.size > 0) this.#schedule(Math.max(lookEveryMs, tookMs * restFactor));
  }
}

type Group = [Waiter, ...Waiter[]];

/** Readers that wait for the same thing. */
function groupsOf(waiting: Iterable<Waiter>): ReadonlyMap<string, Group> {
  const groups = new Map<string, Group>();
  for (const waiter of waiting) {
    const { clientId, after, types } = waiter.query;
    const key = [clientId, after?.xid, after?.seq, types].join(' ');
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [waiter]);
    else group.push(waiter);
  }
  return groups;
}
