import { limits } from '#contract/limits.ts';
import type { Cursor } from '#core/turn/cursor.ts';
import type { ShownStep } from '#core/turn/shown-step.ts';
import type { TurnRecord } from '#core/turn/turn.ts';
import type { TurnOutcome, TurnSink } from '#core/turn/turn-sink.ts';
import type { Failure } from './turn-failure.ts';

/**
 * A response whose head is delayed until the first text, so that a reader who joins a run gets its failure with
 * the same status as the one who began it. Dispose of it when nothing more comes.
 */
export class DelayedHeadSink implements TurnSink, Disposable {
  readonly signal: AbortSignal;
  readonly #open: () => TurnSink;
  readonly #timer: NodeJS.Timeout;
  #opened: TurnSink | null = null;
  #failure: Failure | null = null;

  /** `gone` aborts when the reader leaves; `open` sends the head. */
  constructor(open: () => TurnSink, gone: AbortSignal) {
    this.#open = open;
    this.signal = gone;
    this.#timer = setTimeout(() => this.begin(), limits.streamHeaderHoldMs);
  }

  /** How the turn failed, if it failed before the head was sent. */
  get failure(): Failure | null {
    return this.#failure;
  }

  /** Sends the head, unless it was sent already. */
  begin(): TurnSink {
    clearTimeout(this.#timer);
    this.#opened ??= this.#open();
    return this.#opened;
  }

  text(text: string, cursor: Cursor): boolean {
    return this.begin().text(text, cursor);
  }

  step(step: ShownStep, cursor: Cursor): void {
    this.#opened?.step?.(step, cursor);
  }

  whenWritable(resume: () => void): void {
    this.begin().whenWritable(resume);
  }

  queued(record: TurnRecord): void {
    this.#opened?.queued(record);
  }

  reset(attempt: number): boolean {
    return this.#opened?.reset(attempt) ?? true;
  }

  ended(outcome: TurnOutcome): void {
    if (outcome.kind === 'failed' && this.#opened === null) this.#failure = outcome;
    else this.begin().ended(outcome);
  }

  [Symbol.dispose](): void {
    clearTimeout(this.#timer);
  }
}
