import { type Lane, lanes } from '#contract/jobs.ts';

/** The share of slots that priority jobs leave to the standard lane, so that it never starves. */
const standardShare = 0.2;

/**
 * The job slots of a process, shared by the lanes: priority first, except for a share that it cannot take. A single
 * slot cannot be divided, so there every fifth choice is the standard lane's.
 */
export class LaneSlots {
  readonly #slots: number;
  readonly #reserved: number;
  readonly #running: Record<Lane, number> = { standard: 0, priority: 0 };
  #priorityInARow = 0;

  constructor(slots: number) {
    this.#slots = slots;
    this.#reserved = slots === 1 ? 0 : Math.max(1, Math.floor(slots * standardShare));
  }

  /** The lanes in the order in which to claim jobs now. */
  order(): readonly Lane[] {
    const isStandardsTurn = this.#reserved === 0 && this.#priorityInARow >= 1 / standardShare - 1;
    return isStandardsTurn ? ['standard', 'priority'] : ['priority', 'standard'];
  }

  get busy(): number {
    return lanes.reduce((sum, each) => sum + this.#running[each], 0);
  }

  busyOf(lane: Lane): number {
    return this.#running[lane];
  }

  free(lane: Lane): number {
    const free = this.#slots - this.busy;
    if (lane === 'standard') return free;
    return Math.min(free, this.#slots - this.#reserved - this.#running.priority);
  }

  take(lane: Lane): void {
    this.#running[lane]++;
    this.#priorityInARow = lane === 'priority' ? this.#priorityInARow + 1 : 0;
  }

  release(lane: Lane): void {
    this.#running[lane]--;
  }
}
