import type { StepKind, StepStatus } from '#contract/events.ts';
import { newId } from '../../shared/new-id.ts';

/** What a turn does while it writes nothing, as readers of events see it. */
export interface Step {
  readonly id: string;
  readonly kind: StepKind;
  /** Null where pages have words of their own for its kind. */
  readonly label: string | null;
  readonly status: StepStatus;
  /** The bytes of text before its last change. */
  readonly bytes: number;
  /** Numbers the changes of all steps of the attempt, from 1. */
  readonly change: number;
}

/** The most steps of one attempt, however often its model begins to think: every reader is sent each of them. */
const mostSteps = 32;

/** The steps of one attempt, of which one may be running. */
export class TurnSteps {
  /** In the order of their last change. */
  #all: readonly Step[] = [];
  #running: Step | null = null;
  #changes = 0;

  /** The number of the last change. */
  get changes(): number {
    return this.#changes;
  }

  /** The steps that have changed after a change, the earliest first. */
  since(change: number): readonly Step[] {
    return this.#all.filter((step) => step.change > change);
  }

  /** The model thinks, behind this many bytes of text. False when its readers know that. */
  think(bytes: number): boolean {
    if (this.#running !== null || this.#all.length === mostSteps) return false;
    this.#running = this.#set({ id: newId(), kind: 'thinking', label: null, status: 'running', bytes });
    return true;
  }

  /** Ends the step that runs. False when there is none. */
  end(status: 'done' | 'failed', bytes: number): boolean {
    if (this.#running === null) return false;
    this.#set({ ...this.#running, status, bytes });
    this.#running = null;
    return true;
  }

  #set(changed: Omit<Step, 'change'>): Step {
    this.#changes += 1;
    const step = { ...changed, change: this.#changes };
    this.#all = [...this.#all.filter(({ id }) => id !== step.id), step];
    return step;
  }
}
