/**
 * The number of moments in each period over which readers are spread, so that thousands of them do not write at once.
 */
const phases = 10;

/** One reader's place on the grid. */
export interface PacePlace {
  /** Requests the next tick, once, however often it is called before that. */
  wait(): void;
  /** Gives up the place; no further tick comes. */
  leave(): void;
}

/**
 * One grid of time for all readers of this process. A reader gets the text since its last tick in one write, because
 * people cannot read words faster than a screen shows them, and a write costs the same for one word or twenty. The
 * timer runs only while a reader waits. A pace of 0 switches the grid off: each tick comes at once.
 */
export class ReadingPace {
  readonly #stepMs: number;
  /** Waiting readers by the step of the grid at which their tick is due. */
  readonly #due = new Map<number, Set<Place>>();
  #timer: NodeJS.Timeout | null = null;
  #timerStep = Number.POSITIVE_INFINITY;
  #places = 0;

  constructor(paceMs: number) {
    this.#stepMs = paceMs / phases;
  }

  /** A place for one reader; `onTick` must not throw. */
  join(onTick: () => void): PacePlace {
    if (this.#stepMs === 0) return { wait: onTick, leave: () => {} };
    this.#places += 1;
    const place: Place = { phase: this.#places % phases, onTick, step: null };
    return { wait: () => this.#wait(place), leave: () => this.#leave(place) };
  }

  #wait(place: Place): void {
    if (place.step !== null) return;
    const next = Math.floor(performance.now() / this.#stepMs) + 1;
    const step = next + ((place.phase - (next % phases) + phases) % phases);
    place.step = step;
    const due = this.#due.get(step);
    if (due === undefined) this.#due.set(step, new Set([place]));
    else due.add(place);
    if (step < this.#timerStep) this.#schedule(step);
  }

  #leave(place: Place): void {
    if (place.step === null) return;
    const due = this.#due.get(place.step);
    due?.delete(place);
    if (due?.size === 0) this.#due.delete(place.step);
    place.step = null;
    if (this.#due.size === 0) this.#stop();
  }

  #schedule(step: number): void {
    this.#stop();
    this.#timerStep = step;
    // The step has passed where the ticks before it took long, or where the process was stopped meanwhile.
    const waitMs = Math.max(0, Math.ceil(step * this.#stepMs - performance.now()));
    this.#timer = setTimeout(() => this.#tick(step), waitMs);
  }

  #stop(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    this.#timerStep = Number.POSITIVE_INFINITY;
  }

  /** A timer may come late, or a fraction of a millisecond early. */
  #tick(step: number): void {
    this.#stop();
    const reached = Math.max(step, Math.floor(performance.now() / this.#stepMs));
    for (const [due, places] of [...this.#due]) {
      if (due > reached) continue;
      this.#due.delete(due);
      for (const place of places) {
        // It may have left when the previous one was called.
        if (place.step !== due) continue;
        place.step = null;
        place.onTick();
      }
    }
    const next = Math.min(...this.#due.keys());
    if (next < this.#timerStep) this.#schedule(next);
  }
}

interface Place {
  readonly phase: number;
  readonly onTick: () => void;
  /** The step at which its tick is due, while it waits for one. */
  step: number | null;
}
