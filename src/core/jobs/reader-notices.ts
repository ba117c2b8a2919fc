import { DatabaseUnavailable } from '../errors.ts';
import type { Owner } from '../identity/caller.ts';

/** A turn whose stored text has a reader. */
export interface ReadTurn {
  readonly clientId: number;
  readonly turnId: string;
}

export interface ReaderNoticeStore {
  /** Notifies the processes that run these turns that their stored text has readers for this long. */
  announce(turns: readonly ReadTurn[], lastsMs: number): Promise<void>;
}

/** At most one notice per turn in this time, however many readers it has. */
const everyMs = 1_000;
/** A notice outlasts the interval of a polling reader, but not by much. */
const lastsMs = 3_000;

/**
 * Notifies the processes that run turns which of them have readers of their stored text, in this process or in
 * others. Text without such a reader is stored once a second, text with one at every heartbeat. A lost notice costs
 * its reader that second.
 */
export class ReaderNotices {
  readonly #store: ReaderNoticeStore;
  readonly #onError: (what: string, error: unknown) => void;
  readonly #due = new Map<string, ReadTurn>();
  readonly #announcedAt = new Map<string, number>();
  #isSending = false;

  constructor(store: ReaderNoticeStore, onError: (what: string, error: unknown) => void) {
    this.#store = store;
    this.#onError = onError;
  }

  /** Called by a reader that waits for more stored text of a running turn, or has just read some. */
  announce({ clientId }: Pick<Owner, 'clientId'>, turnId: string): void {
    const key = `${clientId} ${turnId}`;
    const now = performance.now();
    if (now - (this.#announcedAt.get(key) ?? Number.NEGATIVE_INFINITY) < everyMs) return;
    this.#announcedAt.set(key, now);
    this.#due.set(key, { clientId, turnId });
    if (!this.#isSending) void this.#send();
  }

  /** One statement at a time, for all turns that were announced during the previous one. */
  async #send(): Promise<void> {
    this.#isSending = true;
    // Readers that are notified together announce themselves together.
    await new Promise((resolve) => setImmediate(resolve));
    while (this.#due.size > 0) {
      const keys = [...this.#due.values()];
      this.#due.clear();
      await this.#store.announce(keys, lastsMs).catch((error) => {
        if (!(error instanceof DatabaseUnavailable)) this.#onError('announcing readers', error);
      });
      this.#forgetOld();
    }
    this.#isSending = false;
  }

  #forgetOld(): void {
    const oldest = performance.now() - everyMs;
    for (const [key, announcedAt] of this.#announcedAt) {
      if (announcedAt < oldest) this.#announcedAt.delete(key);
    }
  }
}
