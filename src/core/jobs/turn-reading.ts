import { SharedReads } from '../shared/shared-reads.ts';
import type { TurnRecord } from '../turn/turn.ts';
import type { OutputSlice, OwnedTurnStore, StoredOutput } from '../turn/turn-store.ts';
import { type ReaderNoticeStore, ReaderNotices } from './reader-notices.ts';
import type { ReaderEntry, ReaderSlots } from './reader-slots.ts';
import { ReadingPace } from './reading-pace.ts';
import { createTurnWatch, type TurnWatch } from './turn-watch.ts';

/** A turn's record, and its output as read right after it. */
export interface OutputNow {
  readonly record: TurnRecord;
  readonly output: StoredOutput;
}

/** What the readers of this process share, so that many readers cost hardly more than one. */
export interface TurnReading extends Disposable {
  readonly watch: TurnWatch;
  readonly readers: ReaderEntry;
  readonly notices: ReaderNotices;
  readonly pace: ReadingPace;
  readonly slices: SharedReads<OutputSlice | null>;
  readonly outputs: SharedReads<OutputNow>;
}

export interface TurnReadingOptions {
  readonly turns: OwnedTurnStore;
  readonly noticeStore: ReaderNoticeStore;
  readonly readingPaceMs: number;
  readonly slots: ReaderSlots;
  readonly onError: (what: string, error: unknown) => void;
}

export function createTurnReading({
  turns,
  noticeStore,
  readingPaceMs,
  slots,
  onError,
}: TurnReadingOptions): TurnReading {
  const watch = createTurnWatch(turns);
  return {
    watch,
    readers: slots,
    notices: new ReaderNotices(noticeStore, onError),
    pace: new ReadingPace(readingPaceMs),
    slices: new SharedReads(),
    outputs: new SharedReads(),
    [Symbol.dispose]: () => watch[Symbol.dispose](),
  };
}
