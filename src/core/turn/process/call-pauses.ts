import type { ModelCall } from '../../models/model-provider.ts';

/** Why a provider is paused: its reader lags, or too much text waits to be stored, of this turn or of all of them. */
type PauseReason = 'reader' | 'turn' | 'process';

/** Pauses a call as long as any reason is left. */
export class CallPauses {
  readonly #reasons = new Set<PauseReason>();
  #call: ModelCall | null = null;

  get wasCalled(): boolean {
    return this.#call !== null;
  }

  called(call: ModelCall): void {
    this.#call = call;
    if (this.#reasons.size > 0) call.pause();
  }

  pause(reason: PauseReason): void {
    if (this.#reasons.has(reason)) return;
    this.#reasons.add(reason);
    this.#call?.pause();
  }

  /** Whether it was the last reason. */
  resume(reason: PauseReason): boolean {
    const isLast = this.#reasons.delete(reason) && this.#reasons.size === 0;
    if (isLast) this.#call?.resume();
    return isLast;
  }
}
