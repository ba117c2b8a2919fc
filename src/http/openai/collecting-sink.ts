import type { TurnOutcome, TurnSink } from '#core/turn/turn-sink.ts';

/** Takes a whole answer for a response that is sent at its end. */
export class CollectingSink implements TurnSink {
  readonly signal: AbortSignal;
  readonly #pieces: string[] = [];
  #outcome: TurnOutcome | null = null;

  /** `gone` aborts when the requester leaves. */
  constructor(gone: AbortSignal) {
    this.signal = gone;
  }

  /** Null when the requester has left before the end. */
  get outcome(): TurnOutcome | null {
    return this.#outcome;
  }

  get hasText(): boolean {
    return this.#pieces.length > 0;
  }

  get content(): string {
    return this.#pieces.join('');
  }

  text(text: string): boolean {
    this.#pieces.push(text);
    return true;
  }

  whenWritable(resume: () => void): void {
    resume();
  }

  queued(): void {}

  /** Nothing was sent yet, so the text of an earlier attempt can still be dropped. */
  reset(): boolean {
    this.#pieces.length = 0;
    return true;
  }

  ended(outcome: TurnOutcome): void {
    this.#outcome = outcome;
  }
}
