import { errors } from '../errors.ts';
import type { Owner } from '../identity/caller.ts';
import { ChangeWatch } from '../shared/change-watch.ts';
import { SharedReads } from '../shared/shared-reads.ts';
import type { TurnRecord } from '../turn/turn.ts';
import type { OutputSlice, OwnedTurnStore, StoredOutput, TurnSnapshot } from '../turn/turn-store.ts';
import { type ReaderNoticeStore, ReaderNotices } from './reader-notices.ts';
import type { ReaderEntry, ReaderSlots } from './reader-slots.ts';
import { ReadingPace } from './reading-pace.ts';

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
  readonly turns: Pick<OwnedTurnStore, 'poll'>;
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

interface WatchedTurn {
  readonly owner: Owner;
  readonly turnId: string;
}

type TurnWatch = ChangeWatch<WatchedTurn, TurnSnapshot>;

/** Waits for changes of turns that run elsewhere. A reader whose turn is gone gets `job_not_found`. */
export function createTurnWatch(turns: Pick<OwnedTurnStore, 'poll'>): TurnWatch {
  return new ChangeWatch<WatchedTurn, TurnSnapshot>({
    everyMs: 200,
    restFactor: 4,
    keyOf: ({ owner, turnId }) => `${owner.clientId} ${turnId} ${owner.userId}`,
    signatureOf,
    poll: async (watched) => (await turns.poll(watched)).map((found) => found ?? errors.jobNotFound()),
  });
}

/** Everything about a turn that counts as news. The estimate of its start does not, because it drifts all the time. */
function signatureOf({ record, mark }: TurnSnapshot): string {
  const { state, attempt, position, refunded, steps } = record;
  return [state, attempt, position, refunded, mark, ...steps.map(({ status }) => status)].join(' ');
}
