import type { FailureReason, TurnErrorCode } from '#contract/errors.ts';
import type { Cursor } from './cursor.ts';
import type { ShownStep } from './shown-step.ts';
import type { CompletedAnswer, TurnRecord } from './turn.ts';

/** How a turn ended, for its readers. */
export type TurnOutcome =
  | CompletedAnswer
  | {
      readonly kind: 'failed' | 'cancelled';
      readonly code: TurnErrorCode;
      readonly reason?: FailureReason | null;
    };

/** The destination of a turn's text: one reader, in one format. */
export interface TurnSink {
  /** Aborts when the reader leaves. */
  readonly signal: AbortSignal;
  /** Takes text that ends at `cursor`; false when the reader has to catch up before the next one. */
  text(text: string, cursor: Cursor): boolean;
  /** Takes what has become of a step, between the texts before and after `cursor`. Readers of text get none. */
  step?(step: ShownStep, cursor: Cursor): void;
  /** Calls back once the reader has caught up. */
  whenWritable(resume: () => void): void;
  /** The turn waits in a queue. */
  queued(record: TurnRecord): void;
  /** A new attempt begins, and the text of the previous one is void. False when the reader cannot be notified. */
  reset(attempt: number): boolean;
  ended(outcome: TurnOutcome): void;
}
