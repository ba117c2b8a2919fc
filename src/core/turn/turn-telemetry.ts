import type { ErrorCode } from '#contract/errors.ts';
import type { TurnKind } from '#contract/jobs.ts';
import type { KnowledgeMode } from '#contract/knowledge/sources.ts';
import type { Caller } from '../identity/caller.ts';
import type { OnCall } from '../models/observed-call.ts';
import type { EndedTurn } from './is-refunded.ts';
import type { WrittenTitle } from './title-writer.ts';
import type { AdmittedTurn, TurnEnd } from './turn.ts';

/** What the operator learns of turns: numbers, log lines and spans, and never their text. Calls must not throw. */
export interface TurnTelemetry {
  /** An attempt begins to run in this process. */
  began(turn: AdmittedTurn): AttemptTelemetry;
  /** Stale writes were refused, because another attempt has replaced the one that wrote. */
  staleWrites(write: 'output' | 'finish', count: number): void;
  /** A turn ended, or returned to the queue, without its attempt. */
  settled(turn: SettledTurn): void;
  /** The title of the turn's conversation was left to its model. */
  titled(turn: AdmittedTurn, title: WrittenTitle): void;
}

/** One attempt in this process. */
export interface AttemptTelemetry {
  readonly onCall: OnCall;
  /** Documents are about to be searched; the function that it returns is called with the outcome. */
  searching(): (outcome: KnowledgeMode | 'failed') => void;
  /** The end is about to be stored; the function that it returns is called when it is. */
  storing(): () => void;
  fault(error: unknown): void;
  ended(end: AttemptEnd): void;
}

export interface AttemptEnd {
  readonly end: TurnEnd;
  readonly durationMs: number;
  /** Null without any text. */
  readonly firstTextMs: number | null;
  readonly isRefunded: boolean;
  /** `<provider>/<model>` of the last call; null when there was none. */
  readonly model: string | null;
}

/** A turn that was decided on in the store: waiting, or left behind by a process. */
export interface SettledTurn {
  readonly turnId: string;
  readonly clientId: number;
  readonly clientSlug: string;
  readonly userId: string;
  readonly delivery: TurnKind;
  readonly by: 'cancel' | 'expiry' | 'recovery' | 'release' | 'worker';
  readonly became: EndedTurn['state'] | 'queued';
  readonly error: string | null;
  readonly isRefunded: boolean;
}

/** What the operator learns of admissions. */
export interface AdmissionTelemetry {
  admitting(caller: Caller, delivery: TurnKind): AdmissionInProgress;
}

export interface AdmissionInProgress {
  /** The trace of the request, in the form of its header (W3C Trace Context); null when none is recorded. */
  readonly traceparent: string | null;
  /** A job was queued; the id of the request that asked for it finds it by this call only. */
  queued(job: QueuedJob): void;
  /** Not called for an admission that is decided again because the client was stale. */
  ended(result: AdmissionOutcome): void;
}

export interface QueuedJob {
  readonly turnId: string;
  readonly userId: string;
  readonly requestId: string;
}

export type AdmissionOutcome = 'admitted' | 'replay' | ErrorCode;
