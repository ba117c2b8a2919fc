import { wait } from '#core/shared/wait.ts';

const pollMs = 500;

export interface KeeperEvents {
  /** PostgreSQL was gone and runs again, `downMs` after its absence was noticed. */
  readonly onRestarted: (restarted: { readonly pid: number; readonly downMs: number }) => void;
  /** PostgreSQL is gone and cannot be started; the keeper stops trying. */
  readonly onLost: (reason: unknown) => void;
}

/** Restarts PostgreSQL when it is gone. Disposing ends the watch and cancels a start in progress. */
export class PostgresKeeper implements AsyncDisposable {
  readonly #stop = new AbortController();
  readonly #watch: Promise<void>;

  constructor(
    isAlive: () => Promise<boolean>,
    startAgain: (signal: AbortSignal) => Promise<number>,
    events: KeeperEvents,
  ) {
    this.#watch = this.#run(isAlive, startAgain, events);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#stop.abort();
    await this.#watch;
  }

  async #run(
    isAlive: () => Promise<boolean>,
    startAgain: (signal: AbortSignal) => Promise<number>,
    events: KeeperEvents,
  ): Promise<void> {
    const { signal } = this.#stop;
    while (!signal.aborted) {
      await wait(pollMs, signal).catch(() => undefined);
      // A failed check proves nothing.
      if (signal.aborted || (await isAlive().catch(() => true))) continue;
      const noticedAt = performance.now();
      try {
        const pid = await startAgain(signal);
        events.onRestarted({ pid, downMs: Math.round(performance.now() - noticedAt) });
      } catch (error) {
        if (!signal.aborted) events.onLost(error);
        return;
      }
    }
  }
}
