import type { StepStatus } from '#contract/answers/steps.ts';
import type { AnswerSources } from '../citations/answer-sources.ts';
import { DatabaseUnavailable, ParleyError } from '../errors.ts';
import type { Owner } from '../identity/caller.ts';
import { wholeCharacters } from '../shared/cut-text.ts';
import { wait } from '../shared/wait.ts';
import { presentAction } from '../tools/action.ts';
import type { Cursor } from '../turn/cursor.ts';
import type { LiveTurn } from '../turn/live-turn.ts';
import { type ShownStep, searchStep } from '../turn/shown-step.ts';
import { isFinal, type TurnEnd, type TurnRecord } from '../turn/turn.ts';
import type { TurnProcess } from '../turn/turn-process.ts';
import type { TurnOutcome, TurnSink } from '../turn/turn-sink.ts';
import type { OutputSlice, OwnedTurnStore, TurnSnapshot } from '../turn/turn-store.ts';
import { LiveReader } from './live-reader.ts';
import type { TurnReading } from './turn-reading.ts';

/** The pause before the next try while the database is unavailable. */
const retryMs = 200;

export interface FollowOptions {
  readonly turns: Pick<OwnedTurnStore, 'find' | 'readSlice'>;
  readonly process: Pick<TurnProcess, 'running'>;
  readonly reading: Pick<TurnReading, 'watch' | 'slices' | 'pace' | 'notices'>;
}

/**
 * Feeds a sink with the text of a turn from a cursor on, wherever the turn runs: from memory in this process,
 * otherwise from the stored output. Returns when the turn has ended or the reader has left.
 */
export async function followTurn(
  owner: Owner,
  turnId: string,
  from: Cursor,
  sink: TurnSink,
  options: FollowOptions,
): Promise<void> {
  const follower = new Follower(owner, turnId, from, sink, options);
  while (!sink.signal.aborted && !(await follower.step()));
}

class Follower {
  readonly #owner: Owner;
  readonly #turnId: string;
  readonly #sink: TurnSink;
  readonly #options: FollowOptions;
  #cursor: Cursor;
  /** The last known state of the turn, part of the key of shared reads. */
  #known = '';
  #lastPosition: number | null = null;
  /** The steps that were last read. The reader gets them after the text that was stored at that time. */
  #steps: readonly ShownStep[] = [];
  /** Step id → the status that the reader got last. */
  readonly #told = new Map<string, StepStatus>();

  constructor(owner: Owner, turnId: string, from: Cursor, sink: TurnSink, options: FollowOptions) {
    this.#owner = owner;
    this.#turnId = turnId;
    this.#cursor = from;
    this.#sink = sink;
    this.#options = options;
  }

  /** True when there is nothing more to follow. */
  async step(): Promise<boolean> {
    const live = this.#liveHere();
    if (live !== null) return this.#followLive(live);
    try {
      return await this.#followStored();
    } catch (error) {
      if (error instanceof ParleyError && error.code === 'job_not_found') return true;
      if (!(error instanceof DatabaseUnavailable)) throw error;
      await wait(retryMs, this.#sink.signal).catch(() => {});
      return false;
    }
  }

  /** The turn, if it runs here and its next text for this reader is in memory. */
  #liveHere(): LiveTurn | null {
    const live = this.#options.process.running.find(this.#turnId);
    if (live === null || !isOwnedBy(live, this.#owner)) return null;
    if (live.end !== null && outcomeOf(live.end) === null) return null;
    const { attempt, bytes } = this.#cursor;
    return live.read(attempt === live.turn.attempt ? bytes : 0) === null ? null : live;
  }

  async #followLive(live: LiveTurn): Promise<boolean> {
    if (!this.#enter(live.turn.attempt)) return true;
    const { pace } = this.#options.reading;
    const reader = new LiveReader(live, this.#cursor, this.#sink, { pausesProvider: false, pace });
    const end = await reader.done;
    this.#cursor = reader.cursor;
    if (end === null) return true;
    const outcome = end.kind === 'behind' ? null : outcomeOf(end);
    if (outcome !== null) this.#sink.ended(outcome);
    return outcome !== null;
  }

  async #followStored(): Promise<boolean> {
    const stands = await this.#takeStored();
    if (stands === null) return true;
    if (stands.isBlocked) await this.#untilWritable();
    else if (!stands.hasMore && isFinal(stands.state)) return this.#end(stands.sources);
    else if (!stands.hasMore && this.#liveHere() === null) {
      this.#tell(this.#steps);
      await this.#untilNews(stands);
    }
    return false;
  }

  /** Reads on and writes what the reader takes. The rest is not kept in memory but read again later. */
  async #takeStored(): Promise<Stands | null> {
    const { turns, reading } = this.#options;
    const { clientId, userId } = this.#owner;
    const { attempt: of, bytes } = this.#cursor;
    const key = `${clientId} ${this.#turnId} ${of}.${bytes} ${this.#known} ${userId}`;
    const slice = await reading.slices.read(key, () =>
      turns.readSlice(this.#owner, this.#turnId, this.#cursor),
    );
    if (slice === null) return null;
    const { state, attempt, mark, hasMore, sources } = slice;
    if (state !== 'queued' && !this.#enter(attempt)) return null;
    // A search is stored only as the citations of its answer, which may be an empty list.
    if (sources.citations !== null) this.#tell([searchStep(this.#turnId, 'done')]);
    return { state, attempt, mark, hasMore, sources, isBlocked: !this.#write(slice) };
  }

  async #end(sources: AnswerSources): Promise<boolean> {
    const record = await this.#options.turns.find(this.#owner, this.#turnId);
    if (record === null) return true;
    this.#tell(record.steps);
    this.#sink.ended(recordedOutcome(record, sources));
    return true;
  }

  /** Sends the steps whose status the reader does not have. One who resumes has none, and gets all of them. */
  #tell(steps: readonly ShownStep[]): void {
    for (const step of steps.filter((each) => this.#isUntold(each))) {
      this.#told.set(step.id, step.status);
      this.#sink.step?.(step, this.#cursor);
    }
  }

  #isUntold({ id, status }: ShownStep): boolean {
    return this.#told.get(id) !== status;
  }

  /** False when the reader has received text of an older attempt and cannot be notified that it is void. */
  #enter(attempt: number): boolean {
    if (this.#cursor.attempt === attempt) return true;
    const hasRead = this.#cursor.attempt !== 0;
    this.#cursor = { attempt, bytes: 0 };
    this.#told.clear();
    return !hasRead || this.#sink.reset(attempt);
  }

  /** False when the reader has to catch up first. */
  #write({ text, from }: OutputSlice): boolean {
    let bytes = from;
    for (let place = 0; place < text.length; ) {
      const end = wholeCharacters(text, place + sinkUnits);
      const piece = text.slice(place, end);
      bytes += Buffer.byteLength(piece);
      place = end;
      this.#cursor = { attempt: this.#cursor.attempt, bytes };
      if (!this.#sink.text(piece, this.#cursor)) return false;
    }
    return true;
  }

  /** Ends when the reader leaves, too. A signal that aborted before calls no listener. */
  #untilWritable(): Promise<void> {
    const { signal } = this.#sink;
    if (signal.aborted) return Promise.resolve();
    return new Promise<void>((resolve) => {
      const settle = () => {
        signal.removeEventListener('abort', settle);
        resolve();
      };
      signal.addEventListener('abort', settle, { once: true });
      this.#sink.whenWritable(settle);
    });
  }

  /** Waits until the turn's state changes, or the position of a queued one. */
  async #untilNews({ state, attempt, mark }: Stands): Promise<void> {
    const { watch, notices } = this.#options.reading;
    if (state === 'running') notices.announce(this.#owner, this.#turnId);
    const isNews = (snapshot: TurnSnapshot) =>
      snapshot.record.state !== state ||
      snapshot.record.attempt !== attempt ||
      snapshot.mark !== mark ||
      snapshot.record.steps.some((step) => this.#isUntold(step)) ||
      (state === 'queued' && snapshot.record.position !== this.#lastPosition);
    const { signal } = this.#sink;
    const snapshot = await watch.news({ owner: this.#owner, turnId: this.#turnId }, isNews, { signal });
    if (snapshot === null) return;
    const { record } = snapshot;
    this.#known = `${record.state} ${record.attempt} ${snapshot.mark}`;
    this.#steps = record.steps;
    if (record.state !== 'queued' || record.position === this.#lastPosition) return;
    this.#lastPosition = record.position;
    this.#sink.queued(record);
  }
}

/** The state of a turn when its text was read, and whether the reader took all of that text. */
interface Stands extends Omit<OutputSlice, 'text' | 'from'> {
  readonly isBlocked: boolean;
}

/** UTF-16 units per write: they fit into a reader's buffer, whatever the characters. */
const sinkUnits = 16 * 1024;

export function isOwnedBy(live: LiveTurn, owner: Owner): boolean {
  return live.turn.clientId === owner.clientId && live.turn.userId === owner.userId;
}

/** Null when the end of this attempt is not the end of the turn. */
export function outcomeOf(end: TurnEnd): TurnOutcome | null {
  return end.kind === 'released' || end.kind === 'lost' ? null : end;
}

function recordedOutcome(record: TurnRecord, sources: AnswerSources): TurnOutcome {
  if (record.state === 'completed') {
    const finishReason = record.finishReason === 'length' ? 'length' : 'stop';
    const action = record.actions.at(0);
    const asked = action === undefined ? {} : { action: presentAction(action) };
    return { kind: 'completed', finishReason, tokens: record.tokens, sources, ...asked };
  }
  const kind = record.state === 'cancelled' ? 'cancelled' : 'failed';
  return { kind, code: record.errorCode ?? 'internal_error', reason: record.errorReason };
}
