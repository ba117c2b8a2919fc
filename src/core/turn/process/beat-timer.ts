/** When the next heartbeat is due; none is while one is under way. */
export class BeatTimer {
  readonly #beat: () => void;
  #timer: NodeJS.Timeout | null = null;
  /** By the clock of `performance`. */
  #dueAt = 0;
  #stopped = false;

  constructor(beat: () => void) {
    this.#beat = beat;
  }

  schedule(delayMs: number): void {
    if (this.#stopped) return;
    this.#dueAt = performance.now() + delayMs;
    this.#timer = setTimeout(() => {
      this.#timer = null;
      this.#beat();
    }, delayMs);
  }

  /**
   * Brings a beat forward, and never puts one off: short turns that follow each other closely would put it off until
   * the lease has ended.
   */
  hasten(delayMs: number): void {
    if (this.#timer === null || this.#dueAt <= performance.now() + delayMs) return;
    clearTimeout(this.#timer);
    this.schedule(delayMs);
  }

  /** For good. */
  stop(): void {
    this.#stopped = true;
    if (this.#timer !== null) clearTimeout(this.#timer);
  }
}
