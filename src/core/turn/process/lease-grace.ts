interface Outage {
  readonly from: number;
  readonly to: number;
}

/**
 * For how long a lease that has run out is still believed. While the database is away nobody can renew one, so the
 * time of that does not count: a lease is over once its owner has missed a whole one of time in which it could have
 * renewed it. So an outage takes nothing from those who live, and the turns of a process that is dead wait no longer
 * than the outage lasts. All times are monotonic milliseconds.
 */
export class LeaseGrace {
  readonly #leaseMs: number;
  readonly #outages: Outage[] = [];
  #lastBeat: number;

  constructor(leaseMs: number, now: number) {
    this.#leaseMs = leaseMs;
    this.#lastBeat = now;
  }

  /** A heartbeat was answered. A gap that leaves half a lease to everybody is none. */
  beat(now: number): void {
    if (now - this.#lastBeat > this.#leaseMs / 2) this.#outages.unshift({ from: this.#lastBeat, to: now });
    this.#lastBeat = now;
  }

  /** The time away among that which a lease of good time spans, counted back from now. */
  at(now: number): number {
    let good = 0;
    let away = 0;
    let before = now;
    for (const [place, { from, to }] of this.#outages.entries()) {
      good += before - to;
      if (good >= this.#leaseMs) {
        this.#outages.length = place;
        break;
      }
      away += to - from;
      before = from;
    }
    return away;
  }
}
