import type { FailureReason, TurnErrorCode } from '#contract/errors.ts';
import type { JobStatus, Lane } from '#contract/jobs.ts';
import type { NewAuditEntry } from '../audit/audit.ts';
import type { AnswerSources } from '../citations/answer-sources.ts';
import type { Owner } from '../identity/caller.ts';
import type { CountedCall } from '../models/counted-call.ts';
import type { AdmissionStore } from './admission/admission-store.ts';
import type { Cursor } from './cursor.ts';
import type { Speed } from './eta.ts';
import type { HistoryMessage, TurnFacts, TurnRecord } from './turn.ts';

export interface Finish {
  readonly clientId: number;
  readonly turnId: string;
  readonly attempt: number;
  readonly conversationId: string;
  readonly day: string;
  readonly state: 'completed' | 'failed' | 'cancelled';
  readonly text: string;
  /** Bytes of the answer before `text`, which are stored as partial output; 0 when `text` is the whole. */
  readonly textFrom: number;
  readonly finishReason: string;
  readonly errorCode: TurnErrorCode | null;
  readonly errorReason?: FailureReason | null;
  readonly refund: boolean;
  /** Whether some of the text was stored as partial output already. */
  readonly flushed: boolean;
  /** The model that was called last, as `<provider>/<model>`; null when none was. */
  readonly model: string | null;
  /** From the beginning of the attempt; null without any text. */
  readonly firstTextMs: number | null;
  readonly inputTokens: number | null;
  readonly outputTokens: number | null;
  /** Every call that the attempt has made, in their order. */
  readonly calls: readonly CountedCall[];
  readonly sources: AnswerSources;
}

/** The calls of an attempt that has not ended, which is about to call another model. */
export interface CallsSoFar {
  readonly clientId: number;
  readonly turnId: string;
  readonly attempt: number;
  readonly calls: readonly CountedCall[];
  /** What is called next, as `<provider>/<model>`. */
  readonly next: string;
}

/** The outcome of a finish. A late one finds the turn ended, or with another attempt. */
export type FinishResult = 'stored' | 'ended' | 'replaced';

export interface OutputPiece {
  readonly clientId: number;
  readonly turnId: string;
  readonly attempt: number;
  readonly byteOffset: number;
  readonly text: string;
}

export interface Heartbeat {
  readonly processId: string;
  readonly leaseMs: number;
  readonly slots: number;
  readonly serviceMs: number | null;
  readonly output: readonly OutputPiece[];
}

export interface HeartbeatResult {
  /** False once the lease has expired and was reclaimed: the process no longer owns any turn. */
  readonly alive: boolean;
  /** An operator is draining the process: it claims no more jobs. */
  readonly draining: boolean;
  readonly stop: readonly { readonly turnId: string; readonly reason: TurnErrorCode }[];
  /**
   * Stale writes: output of attempts that another attempt has replaced. Late output of an ended turn does not count.
   */
  readonly staleWrites: number;
  /** Turns of this process whose stored text has readers. */
  readonly readTurns: readonly string[];
  readonly pace: Speed;
}

export interface ClaimedTurn extends TurnFacts {
  readonly clientVersion: number;
  /** As it is stored, which may be another one than is published now. */
  readonly guidanceVersion: number | null;
}

export interface StoredOutput {
  readonly state: JobStatus;
  readonly attempt: number;
  /** Text of that attempt from the asked byte on. */
  readonly text: string;
  /** Bytes of that attempt's text before `text`. */
  readonly from: number;
  /** The whole answer, once the turn is final and its conversation still there. */
  readonly answer: string | null;
  readonly sources: AnswerSources;
  /** As in `TurnSnapshot`, at the moment of this read. */
  readonly mark: number;
}

/** The state of a turn, as waiting readers compare it. */
export interface TurnSnapshot {
  readonly record: TurnRecord;
  /** Rises with every piece of output that is stored of the current attempt. */
  readonly mark: number;
}

/** A piece of a turn's text as it is stored, from a place on. */
export interface OutputSlice {
  readonly state: JobStatus;
  readonly attempt: number;
  readonly text: string;
  /** Bytes of that attempt's text before `text`. */
  readonly from: number;
  /** More text is stored after this. */
  readonly hasMore: boolean;
  /** Those of the answer, once the turn is final. */
  readonly sources: AnswerSources;
  /** As in `TurnSnapshot`, at the moment of this read. */
  readonly mark: number;
}

/** The turns that a process runs, and the lease that keeps them assigned to it. */
export interface RunningTurnStore {
  /** Starts a stream that waited for its conversation. `wait` while something still runs there. */
  begin(
    clientId: number,
    turnId: string,
    processId: string,
  ): Promise<readonly HistoryMessage[] | 'wait' | 'gone'>;
  /** Runs what it can in batches. */
  finish(finish: Finish): Promise<FinishResult>;
  claim(lane: Lane, processId: string, count: number): Promise<ClaimedTurn[]>;
  /** Stores which version of the client's own instructions the prompt of a claimed turn will have. */
  nameGuidance(turn: ClaimedTurn, version: number | null): Promise<void>;
  /**
   * Stores what has to be counted of an attempt if its process dies, before it calls another model. False when the
   * attempt no longer runs, so that nothing may be called.
   */
  noteCalls(calls: CallsSoFar): Promise<boolean>;
  /** Returns a claimed job to the queue, after the calls of its attempt. */
  release(clientId: number, turnId: string, attempt: number, calls?: readonly CountedCall[]): Promise<void>;
  /** `historyBytes` is what a prompt of this process can use of a conversation at most: no more is read. */
  register(
    processId: string,
    leaseMs: number,
    slots: number,
    historyBytes?: number,
    draining?: boolean,
  ): Promise<void>;
  unregister(processId: string): Promise<void>;
  heartbeat(beat: Heartbeat): Promise<HeartbeatResult>;
}

/** Recovers turns that no process runs any more; every process does this. */
export interface RecoveryStore {
  /** Ids of all turns that the database holds for a process. */
  assignedTo(processId: string): Promise<string[]>;
  /** Releases turns that the process holds without knowing of them. */
  abandon(processId: string, turnIds: readonly string[]): Promise<void>;
  /** Reclaims the turns of processes whose lease expired longer ago than the grace, which is 0 by default. */
  recover(maxDeaths: number, graceMs?: number): Promise<void>;
  expire(queueTtlMs: number): Promise<void>;
  /**
   * Removes expired entries of the queue, expired idempotency keys, and expired notices of readers. True where more
   * keys are left than it removes at once.
   */
  tidy(): Promise<boolean>;
}

/** The turns of an owner, to be read and cancelled. Unknown and foreign turns are reported alike: null. */
export interface OwnedTurnStore {
  find(owner: Owner, turnId: string): Promise<TurnRecord | null>;
  /** False once the conversation of a turn was deleted. */
  hasConversation(owner: Owner, conversationId: string): Promise<boolean>;
  /**
   * Cancels a queued turn at once and marks a running one. The entry is stored with it, unless there is nothing to
   * stop.
   */
  cancel(owner: Owner, turnId: string, entry?: NewAuditEntry): Promise<TurnRecord | null>;
  readOutput(
    owner: Owner,
    turnId: string,
    attempt: number | null,
    from: number,
  ): Promise<StoredOutput | null>;
  /** The states of turns, in the order asked for. */
  poll(
    asked: readonly { readonly owner: Owner; readonly turnId: string }[],
  ): Promise<(TurnSnapshot | null)[]>;
  /** A bounded piece of the stored text after a cursor. */
  readSlice(owner: Owner, turnId: string, after: Cursor): Promise<OutputSlice | null>;
}

/** All of it, for the parts that put a process together. */
export type TurnStore = AdmissionStore & RunningTurnStore & RecoveryStore & OwnedTurnStore;
