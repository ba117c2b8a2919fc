import { SharedReads } from '../shared/shared-reads.ts';
import type { TurnRecord } from '../turn/turn.ts';
import type { OutputSlice, StoredOutput, TurnStore } from '../turn/turn-store.ts';
import { ReaderSlots } from './reader-slots.ts';
import { ReadingPace } from './reading-pace.ts';
import { TurnWatch } from './turn-watch.ts';

/** A turn's record, and its output as read right after it. */
export interface OutputNow {
  readonly record: TurnRecord;
  readonly output: StoredOutput;
}

/** What the readers of this process share, so that many readers cost hardly more than one. */
export interface TurnReading extends Disposable {
  readonly watch: TurnWatch;
  readonly readers: ReaderSlots;
  readonly pace: ReadingPace;
  readonly slices: SharedReads<OutputSlice | null>;
  readonly outputs: SharedReads<OutputNow>;
}

export function createTurnReading(turns: TurnStore, readingPaceMs: number): TurnReading {
  const watch = new TurnWatch(turns);
  return {
    watch,
    readers: new ReaderSlots(),
    pace: new ReadingPace(readingPaceMs),
    slices: new SharedReads(),
    outputs: new SharedReads(),
    [Symbol.dispose]: () => watch[Symbol.dispose](),
  };
}
