import type { StepKind, StepStatus } from '#contract/steps.ts';
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

  /** Documents are searched, until the returned function says how that ended. */
  search(): (status: 'done' | 'failed') => void {
    const step = this.#set({ id: newId(), kind: 'knowledge', label: null, status: 'running' });
    return (status) => {
      this.#set({ ...step, status });
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

  #set(changed: Omit<Step, 'change' | 'bytes'>): Step {
    this.#changes += 1;
    const step = { ...changed, bytes: this.#bytes(), change: this.#changes };
    this.#all = [...this.#all.filter(({ id }) => id !== step.id), step];
    this.#onChange();
    return step;
  }
}
