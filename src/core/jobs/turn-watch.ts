import { errors } from '../errors.ts';
import type { Owner } from '../identity/caller.ts';
import type { OwnedTurnStore, TurnLook } from '../turn/turn-store.ts';

const firstLookMs = 25;
const lookEveryMs = 200;
/** Queries may take this fraction of a connection's time. */
const restFactor = 4;
/** Turns per statement. */
const turnsPerQuestion = 256;
/**
 * Readers notified at once, and the pause before the next of them. Most ask again when they are answered, so that
 * notifying all at once would keep other requests waiting behind as many new ones.
 */
const readersAtOnce = 16;
const pauseMs = 10;

interface Waiter {
  readonly isNews: (look: TurnLook) => boolean;
  readonly notify: (outcome: { readonly look: TurnLook } | { readonly error: unknown }) => void;
}

/**
 * One query for all readers of this process that wait for turns running elsewhere: each turn is looked up once,
 * however many readers wait for it, and all turns are looked up together. The key holds owner and turn, so a reader
 * never shares the result of another owner's lookup.
 */
export class TurnWatch implements Disposable {
  readonly #turns: Pick<OwnedTurnStore, 'look'>;
  readonly #watched = new Map<string, WatchedTurn>();
  #due: (() => void)[] = [];
  #timer: NodeJS.Timeout | null = null;
  #looking = false;
  #stopped = false;

  constructor(turns: Pick<OwnedTurnStore, 'look'>) {
    this.#turns = turns;
  }

  /**
   * The state of the turn once `isNews` holds, by a query that began after this call. Null when that does not happen
   * in time, or when the reader has left. Rejects when the database is unavailable, and with `job_not_found`.
   */
  news(
    owner: Owner,
    turnId: string,
    isNews: (look: TurnLook) => boolean,
    { signal, waitMs = null }: { signal: AbortSignal; waitMs?: number | null },
  ): Promise<TurnLook | null> {
    if (signal.aborted || this.#stopped) return Promise.resolve(null);
    return new Promise((resolve, reject) => {
      const watched = this.#watch(owner, turnId);
      const settle = () => {
        clearTimeout(timer);
        signal.removeEventListener('abort', leave);
        watched.remove(waiter);
      };
      const leave = () => {
        settle();
        resolve(null);
      };
      const waiter: Waiter = {
        isNews,
        notify: (outcome) =>
          this.#later(() => {
            settle();
            if ('look' in outcome) resolve(outcome.look);
            else reject(outcome.error);
          }),
      };
      const timer = waitMs === null ? undefined : setTimeout(leave, waitMs);
      signal.addEventListener('abort', leave, { once: true });
      watched.add(waiter);
      this.#schedule(firstLookMs);
    });
  }

  [Symbol.dispose](): void {
    this.#stopped = true;
    if (this.#timer !== null) clearTimeout(this.#timer);
  }

  #watch(owner: Owner, turnId: string): WatchedTurn {
    const key = `${owner.clientId} ${turnId} ${owner.userId}`;
    const known = this.#watched.get(key);
    if (known !== undefined) return known;
    const watched = new WatchedTurn(owner, turnId);
    this.#watched.set(key, watched);
    return watched;
  }

  #schedule(delayMs: number): void {
    if (this.#timer !== null || this.#looking || this.#stopped) return;
    this.#timer = setTimeout(() => {
      this.#timer = null;
      void this.#lookAround();
    }, delayMs);
  }

  async #lookAround(): Promise<void> {
    for (const [key, watched] of this.#watched) if (watched.isIdle) this.#watched.delete(key);
    const startedAt = performance.now();
    this.#looking = true;
    const all = [...this.#watched.values()];
    for (let from = 0; from < all.length; from += turnsPerQuestion) {
      await this.#ask(all.slice(from, from + turnsPerQuestion));
    }
    this.#looking = false;
    const took = performance.now() - startedAt;
    if (this.#watched.size > 0) this.#schedule(Math.max(lookEveryMs, took * restFactor));
  }

  async #ask(group: readonly WatchedTurn[]): Promise<void> {
    for (const watched of group) watched.begin();
    try {
      const looks = await this.#turns.look(group);
      for (const [index, watched] of group.entries()) watched.notify(looks[index] ?? null);
    } catch (error) {
      for (const watched of group) watched.fail(error);
    }
  }

  #later(notify: () => void): void {
    if (this.#due.push(notify) === 1) setImmediate(() => this.#notifySome());
  }

  #notifySome(): void {
    for (const notify of this.#due.splice(0, readersAtOnce)) notify();
    if (this.#due.length > 0) setTimeout(() => this.#notifySome(), pauseMs);
  }
}

/** One turn, and the readers that wait for it to change. */
class WatchedTurn {
  readonly owner: Owner;
  readonly turnId: string;
  #fresh = new Set<Waiter>();
  /** Readers that were waiting when the running query was sent. */
  #asking = new Set<Waiter>();
  /** Readers that have seen a state that was no news to them. */
  readonly #settled = new Set<Waiter>();
  #last = '';

  constructor(owner: Owner, turnId: string) {
    this.owner = owner;
    this.turnId = turnId;
  }

  get isIdle(): boolean {
    return this.#fresh.size + this.#asking.size + this.#settled.size === 0;
  }

  add(waiter: Waiter): void {
    this.#fresh.add(waiter);
  }

  remove(waiter: Waiter): void {
    this.#fresh.delete(waiter);
    this.#asking.delete(waiter);
    this.#settled.delete(waiter);
  }

  begin(): void {
    this.#asking = this.#fresh;
    this.#fresh = new Set();
  }

  /** Readers that saw the previous state are notified of changes only. */
  notify(look: TurnLook | null): void {
    if (look === null) {
      this.fail(errors.jobNotFound());
      return;
    }
    const stands = signatureOf(look);
    const candidates = stands === this.#last ? [...this.#asking] : [...this.#settled, ...this.#asking];
    this.#last = stands;
    for (const waiter of this.#asking) this.#settled.add(waiter);
    this.#asking.clear();
    for (const waiter of candidates) {
      if (!waiter.isNews(look)) continue;
      this.#settled.delete(waiter);
      waiter.notify({ look });
    }
  }

  fail(error: unknown): void {
    for (const waiter of [...this.#settled, ...this.#asking]) {
      this.remove(waiter);
      waiter.notify({ error });
    }
  }
}

/** Everything about a turn that counts as news. The estimate of its start does not, because it drifts all the time. */
function signatureOf({ record, mark }: TurnLook): string {
  const { state, attempt, position, refunded } = record;
  return [state, attempt, position, refunded, mark].join(' ');
}
