interface Outage {
  readonly from: number;
  readonly to: number;
}

/**
 * How long an expired lease is still respected. While the database is unavailable no process can renew a lease, so
 * that time does not count: a lease is over once its owner has missed a whole lease of time in which it could have
 * renewed it. So an outage takes nothing from live processes, and the turns of a dead one wait no longer than the
 * outage lasts. All times are monotonic milliseconds.
 */
export class LeaseGrace {
  readonly #leaseMs: number;
  readonly #outages: Outage[] = [];
  #lastBeat: number;

  constructor(leaseMs: number, now: number) {
    this.#leaseMs = leaseMs;
    this.#lastBeat = now;
  }

  /** Records an answered heartbeat. A gap that leaves every process half a lease is not an outage. */
  beat(now: number): void {
    if (now - this.#lastBeat > this.#leaseMs / 2) this.#outages.unshift({ from: this.#lastBeat, to: now });
    this.#lastBeat = now;
  }

  /** The unavailable time within the span that contains one lease of available time, counted back from now. */
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
