import type { StepStatus } from '#contract/answers/steps.ts';
import { newId } from '../../shared/new-id.ts';
import { type ShownStep, searchStep } from '../shown-step.ts';

/** A step in the process that runs its turn. */
export interface Step extends ShownStep {
  /** The bytes of text before its last change. */
  readonly bytes: number;
  /** Numbers the changes of all steps of the attempt, from 1. */
  readonly change: number;
}

/** How often the model of one attempt is seen to think, however often it begins: every reader is sent each of them. */
const mostThoughts = 32;

/** The steps of one attempt: one thought at most runs at a time, and tools beside each other. */
export class TurnSteps {
  readonly #bytes: () => number;
  readonly #onChange: () => void;
  /** In the order of their last change. */
  #all: readonly Step[] = [];
  #thought: Step | null = null;
  #thoughts = 0;
  #changes = 0;

  /** `bytes` is the text so far; `onChange` is called when readers have to be told something. */
  constructor(bytes: () => number, onChange: () => void) {
    this.#bytes = bytes;
    this.#onChange = onChange;
  }

  /** The number of the last change. */
  get changes(): number {
    return this.#changes;
  }

  /** The steps that have changed after a change, the earliest first. */
  since(change: number): readonly Step[] {
    return this.#all.filter((step) => step.change > change);
  }

  /** The model thinks. */
  think(): void {
    if (this.#thought !== null || this.#thoughts === mostThoughts) return;
    this.#thoughts += 1;
    this.#thought = this.#set({ id: newId(), kind: 'thinking', label: null, status: 'running' });
  }

  /** The model writes again, or is called no more. */
  endThought(status: 'done' | 'failed'): void {
    if (this.#thought === null) return;
    this.#set({ ...this.#thought, status });
    this.#thought = null;
  }

  /** The documents of the turn are searched, until the returned function says how that ended. */
  search(turnId: string): (status: 'done' | 'failed') => void {
    this.#set(searchStep(turnId, 'running'));
    return (status) => {
      this.#set(searchStep(turnId, status));
    };
  }

  /** A tool has another state now. */
  tool(id: string, label: string, status: StepStatus): void {
    if (this.#all.some((step) => step.id === id && step.status === status)) return;
    this.#set({ id, kind: 'tool', label, status });
  }

  /** Whatever runs is over. */
  end(status: 'done' | 'failed'): void {
    for (const step of this.#all) if (step.status === 'running') this.#set({ ...step, status });
    this.#thought = null;
  }

  #set(changed: ShownStep): Step {
    this.#changes += 1;
    const step = { ...changed, bytes: this.#bytes(), change: this.#changes };
    this.#all = [...this.#all.filter(({ id }) => id !== step.id), step];
    this.#onChange();
    return step;
  }
}
