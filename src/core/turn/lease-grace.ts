/** Gaps between heartbeats that every lease outlasts by far. */
const usualGapMs = 2_000;

/**
 * For how long a lease that has run out is still believed. While the database is away nobody can renew one, so the
 * time of that does not count: whoever lives has as much time left afterwards as before. Without more than that,
 * the turns of a process that is dead would wait for a whole lease after every outage.
 * All times are monotonic milliseconds.
 */
export class LeaseGrace {
  readonly #leaseMs: number;
  #lastBeat: number;
  #awayMs = 0;
  #backAt = Number.NEGATIVE_INFINITY;

  constructor(leaseMs: number, now: number) {
    this.#leaseMs = leaseMs;
    this.#lastBeat = now;
  }

  /** A heartbeat was answered. */
  beat(now: number): void {
    const gap = now - this.#lastBeat;
    this.#lastBeat = now;
    if (gap <= usualGapMs) return;
    this.#awayMs = this.at(now) + gap;
    this.#backAt = now;
  }

  /** Ends one lease after the outage: by then everybody who lives has renewed theirs. */
  at(now: number): number {
    return now - this.#backAt < this.#leaseMs ? this.#awayMs : 0;
  }
}
