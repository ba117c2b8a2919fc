import type { ModelCandidate } from './choose-model.ts';
import type { ModelError, ModelErrorKind } from './model-error.ts';
import { type CallTokens, type ModelResult, noTokens } from './model-provider.ts';

/** How one call to a provider ended. The tokens are those that the provider has counted, also of a call that failed. */
export interface CallEnd extends CallTokens {
  /** `stopped`: the turn was stopped meanwhile, for a reason that says nothing about the provider. */
  readonly outcome: 'completed' | ModelErrorKind | 'stopped';
  readonly error: ModelError | null;
  /** The model has asked for tools, so that this was a step towards an answer. */
  readonly isStep: boolean;
  /** What follows a failure: the same model again, the next candidate, or nothing. */
  readonly next: 'repeat' | 'fallback' | null;
  readonly durationMs: number;
  /** Null when no text has come. */
  readonly firstTextMs: number | null;
  /** When the request left the process, by its monotonic clock; null when it never did. */
  readonly sentAt: number | null;
}

/** Called when a call begins; the function that it returns is called once, when the call has ended. */
export type OnCall = (candidate: ModelCandidate) => (end: CallEnd) => void;

/** One call while it is measured. */
export class ObservedCall {
  readonly #startedAt = performance.now();
  readonly #onEnd: ((end: CallEnd) => void) | undefined;
  #sentAt: number | null = null;
  #counted = (): CallTokens => noTokens;
  #firstTextAt: number | null = null;

  constructor(candidate: ModelCandidate, onCall: OnCall | undefined) {
    this.#onEnd = onCall?.(candidate);
  }

  sent(counted: () => CallTokens): void {
    this.#sentAt ??= performance.now();
    this.#counted = counted;
  }

  textArrived(): void {
    this.#firstTextAt ??= performance.now();
  }

  completed({ finishReason: _, asked, ...tokens }: ModelResult): void {
    this.#end({ outcome: 'completed', error: null, isStep: asked !== undefined, next: null, ...tokens });
  }

  failed(error: ModelError, next: CallEnd['next']): void {
    this.#end({ outcome: error.kind, error, isStep: false, next, ...this.#counted() });
  }

  stopped(): void {
    this.#end({ outcome: 'stopped', error: null, isStep: false, next: null, ...this.#counted() });
  }

  #end(end: Omit<CallEnd, 'durationMs' | 'firstTextMs' | 'sentAt'>): void {
    const firstTextMs = this.#firstTextAt === null ? null : this.#firstTextAt - this.#startedAt;
    const durationMs = performance.now() - this.#startedAt;
    this.#onEnd?.({ ...end, durationMs, firstTextMs, sentAt: this.#sentAt });
  }
}
