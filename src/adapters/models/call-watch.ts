/** Something with time limits that the watch checks at each tick. */
export interface Watched {
  /** `now` is the watch's clock, `awake` is real time; both are monotonic milliseconds. */
  checkTime(now: number, awake: number): void;
}

/**
 * One coarse timer for all calls of the process. Calls record `now` instead of renewing a timer of their own with
 * every chunk. The clock never jumps by more than two ticks, so a process that was stopped or busy does not blame the
 * provider for its own silence.
 */
export class CallWatch {
  readonly tickMs: number;
  now = 0;
  readonly #watched = new Set<Watched>();
  #timer: NodeJS.Timeout | null = null;
  #tickedAt = 0;

  constructor(shortestLimitMs: number) {
    this.tickMs = Math.min(250, Math.max(5, shortestLimitMs / 8));
  }

  add(watched: Watched): void {
    this.#watched.add(watched);
    if (this.#timer) return;
    this.#tickedAt = performance.now();
    this.#timer = setInterval(() => this.#tick(), this.tickMs);
  }

  delete(watched: Watched): void {
    this.#watched.delete(watched);
    if (this.#watched.size > 0 || !this.#timer) return;
    clearInterval(this.#timer);
    this.#timer = null;
  }

  #tick(): void {
    const awake = performance.now();
    this.now += Math.min(awake - this.#tickedAt, 2 * this.tickMs);
    this.#tickedAt = awake;
    for (const watched of this.#watched) watched.checkTime(this.now, awake);
  }
}
