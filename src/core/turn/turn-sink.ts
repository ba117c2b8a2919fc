import type { TurnErrorCode } from '#contract/errors.ts';
import type { Cursor } from './cursor.ts';
import type { TurnRecord } from './turn.ts';

/** How a turn ended, for who followed it. */
export type TurnOutcome =
  | { readonly kind: 'completed'; readonly finishReason: 'stop' | 'length' }
  | { readonly kind: 'failed' | 'cancelled'; readonly code: TurnErrorCode };

/** Where the text of a turn goes: one reader, in one format. */
export interface TurnSink {
  /** Aborts when the reader is gone. */
  readonly signal: AbortSignal;
  /** Takes text that ends at `cursor`; false when the reader has to catch up before the next one. */
  text(text: string, cursor: Cursor): boolean;
  /** Calls back once the reader caught up. */
  whenWritable(resume: () => void): void;
  /** The turn waits in a queue. */
  queued(record: TurnRecord): void;
  /** A new attempt begins: what was read of the one before does not count. False when a reader cannot be told. */
  reset(attempt: number): boolean;
  ended(outcome: TurnOutcome): void;
}
