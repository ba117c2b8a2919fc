/** Schedules the next heartbeat; none is scheduled while one is running. */
export class BeatTimer {
  readonly #beat: () => void;
  #timer: NodeJS.Timeout | null = null;
  /** In the time of `performance`. */
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
   * Brings a beat forward and never delays one: short turns in close succession would delay it until the lease has
   * ended.
   */
  hasten(delayMs: number): void {
    if (this.#timer === null || this.#dueAt <= performance.now() + delayMs) return;
    clearTimeout(this.#timer);
    this.schedule(delayMs);
  }

  /** Permanently. */
  stop(): void {
    this.#stopped = true;
    if (this.#timer !== null) clearTimeout(this.#timer);
  }
}
