import { DatabaseUnavailable } from '../errors.ts';
import type { Owner } from '../identity/caller.ts';
import { wait } from '../shared/wait.ts';
import type { Cursor } from './cursor.ts';
import { LiveReader } from './live-reader.ts';
import type { LiveTurn } from './live-turn.ts';
import { isFinal, type TurnEnd, type TurnRecord } from './turn.ts';
import type { TurnProcess } from './turn-process.ts';
import type { TurnOutcome, TurnSink } from './turn-sink.ts';
import type { TurnStore } from './turn-store.ts';

const pollMs = 200;

export interface FollowOptions {
  readonly turns: TurnStore;
  readonly process: TurnProcess;
}

/**
 * Feeds a sink with the text of a turn from a cursor on, wherever the turn runs: from memory when it is here,
 * else from the stored output. Returns when the turn has ended or the reader is gone.
 */
export async function followTurn(
  owner: Owner,
  turnId: string,
  from: Cursor,
  sink: TurnSink,
  options: FollowOptions,
): Promise<void> {
  const follower = new Follower(owner, turnId, from, sink, options);
  while (!sink.signal.aborted && !(await follower.step())) {
    await wait(pollMs, sink.signal).catch(() => {});
  }
}

class Follower {
  readonly #owner: Owner;
  readonly #turnId: string;
  readonly #sink: TurnSink;
  readonly #options: FollowOptions;
  #cursor: Cursor;
  #lastPosition: number | null = null;

  constructor(owner: Owner, turnId: string, from: Cursor, sink: TurnSink, options: FollowOptions) {
    this.#owner = owner;
    this.#turnId = turnId;
    this.#cursor = from;
    this.#sink = sink;
    this.#options = options;
  }

  /** True when there is nothing more to follow. */
  async step(): Promise<boolean> {
    const live = this.#options.process.find(this.#turnId);
    if (live !== null && isOwnedBy(live, this.#owner)) return this.#followLive(live);
    try {
      return await this.#followStored();
    } catch (error) {
      if (error instanceof DatabaseUnavailable) return false;
      throw error;
    }
  }

  async #followLive(live: LiveTurn): Promise<boolean> {
    if (!this.#enter(live.turn.attempt)) return true;
    const reader = new LiveReader(live, this.#cursor, this.#sink, false);
    const end = await reader.done;
    this.#cursor = reader.cursor;
    const outcome = end === null ? null : outcomeOf(end);
    if (outcome !== null) this.#sink.ended(outcome);
    return outcome !== null || end === null;
  }

  async #followStored(): Promise<boolean> {
    const { turns } = this.#options;
    const { attempt, bytes } = this.#cursor;
    const output = await turns.readOutput(this.#owner, this.#turnId, attempt, bytes);
    if (output === null) return true;
    if (output.state !== 'queued' && !this.#enter(output.attempt)) return true;
    if (output.text !== '') await this.#write(output.text, output.from);
    if (isFinal(output.state)) {
      const record = await turns.find(this.#owner, this.#turnId);
      if (record !== null) this.#sink.ended(recordedOutcome(record));
      return true;
    }
    if (output.state === 'queued') await this.#tellPosition();
    return false;
  }

  /** False when the reader has seen text of an older attempt and cannot be told that it is void. */
  #enter(attempt: number): boolean {
    if (this.#cursor.attempt === attempt) return true;
    const hasRead = this.#cursor.attempt !== 0;
    this.#cursor = { attempt, bytes: 0 };
    return !hasRead || this.#sink.reset(attempt);
  }

  async #write(text: string, from: number): Promise<void> {
    this.#cursor = { attempt: this.#cursor.attempt, bytes: from + Buffer.byteLength(text) };
    if (this.#sink.text(text, this.#cursor)) return;
    await new Promise<void>((resolve) => {
      this.#sink.whenWritable(resolve);
      this.#sink.signal.addEventListener('abort', () => resolve(), { once: true });
    });
  }

  async #tellPosition(): Promise<void> {
    const record = await this.#options.turns.find(this.#owner, this.#turnId);
    if (record?.state !== 'queued' || record.position === this.#lastPosition) return;
    this.#lastPosition = record.position;
    this.#sink.queued(record);
  }
}

export function isOwnedBy(live: LiveTurn, owner: Owner): boolean {
  return live.turn.clientId === owner.clientId && live.turn.userId === owner.userId;
}

/** Null when the end of this attempt is not the end of the turn. */
export function outcomeOf(end: TurnEnd): TurnOutcome | null {
  return end.kind === 'letGo' || end.kind === 'lost' ? null : end;
}

function recordedOutcome(record: TurnRecord): TurnOutcome {
  if (record.state === 'completed') {
    return { kind: 'completed', finishReason: record.finishReason === 'length' ? 'length' : 'stop' };
  }
  const kind = record.state === 'cancelled' ? 'cancelled' : 'failed';
  return { kind, code: record.errorCode ?? 'internal_error' };
}
