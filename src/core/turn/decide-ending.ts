import type { TurnErrorCode } from '#contract/errors.ts';
import type { FinishReason, JobStatus, Lane } from '#contract/jobs.ts';
import { type EndedTurn, isRefunded } from './is-refunded.ts';

/** A turn and its conversation, read while both are locked. */
export interface LockedTurn {
  readonly state: JobStatus;
  readonly attempt: number;
  /** Null for a stream. */
  readonly lane: Lane | null;
  readonly deaths: number;
  readonly cancelReason: TurnErrorCode | null;
  /** The process that holds the turn; null for a waiting job. */
  readonly holder: 'alive' | 'gone' | null;
  /** Whether its running attempt has stored any text. */
  readonly hasText: boolean;
  readonly hasWaitedTooLong: boolean;
  /** The other running or waiting turns of the conversation, in their order. */
  readonly others: readonly OtherTurn[];
}

export interface OtherTurn {
  readonly id: string;
  readonly state: 'queued' | 'running';
  readonly lane: Lane | null;
  /** Whether a worker may claim it. */
  readonly isClaimable: boolean;
  /** Whether it goes before the turn that is decided on. */
  readonly isBefore: boolean;
}

/** The decision about a turn. */
export type TurnDecision =
  | { readonly kind: 'none' }
  /** Its process has to stop it. */
  | { readonly kind: 'stop'; readonly reason: TurnErrorCode }
  /** Requeue it at the head of its lane. */
  | { readonly kind: 'requeue'; readonly deaths: number }
  | { readonly kind: 'end'; readonly ending: TurnEnding; readonly next: OtherTurn | null };

export interface TurnEnding {
  readonly state: EndedTurn['state'];
  readonly finishReason: FinishReason;
  readonly errorCode: TurnErrorCode | null;
  readonly isRefunded: boolean;
  readonly deaths: number;
}

const none: TurnDecision = { kind: 'none' };

/** A waiting turn is cancelled at once, a running one by its process. The first reason counts. */
export function decideCancel(turn: LockedTurn, reason: TurnErrorCode): TurnDecision {
  if (turn.state === 'queued') return end(turn, 'cancelled', reason);
  if (turn.state !== 'running' || turn.cancelReason !== null) return none;
  return { kind: 'stop', reason };
}

export function decideExpiry(turn: LockedTurn): TurnDecision {
  if (turn.state !== 'queued' || !turn.hasWaitedTooLong) return none;
  return end(turn, 'expired', 'queue_expired');
}

/** A job is requeued until it has died too often; a stream has lost its reader, and fails. */
export function decideRecovery(turn: LockedTurn, maxDeaths: number): TurnDecision {
  if (turn.holder !== 'gone') return none;
  if (turn.cancelReason !== null) return end(turn, 'cancelled', turn.cancelReason);
  const deaths = turn.deaths + 1;
  if (turn.lane !== null && deaths < maxDeaths) return { kind: 'requeue', deaths };
  return end({ ...turn, deaths }, 'failed', 'worker_lost');
}

/** Its process releases a claimed job, which does not count as a death. */
export function decideRelease(turn: LockedTurn, attempt: number): TurnDecision {
  if (turn.state !== 'running' || turn.attempt !== attempt) return none;
  if (turn.cancelReason !== null) return end(turn, 'cancelled', turn.cancelReason);
  return { kind: 'requeue', deaths: turn.deaths };
}

/** A waiting stream begins once no turn of its conversation runs and none goes before it. */
export function decideBegin(turn: LockedTurn): 'gone' | 'wait' | 'begin' {
  if (turn.state !== 'queued') return 'gone';
  return turn.others.some(({ state, isBefore }) => state === 'running' || isBefore) ? 'wait' : 'begin';
}

/**
 * The job that becomes claimable when a turn of its conversation has ended. A stream that is next begins by itself.
 */
export function nextInConversation(others: readonly OtherTurn[]): OtherTurn | null {
  if (others.some(({ state }) => state === 'running')) return null;
  const [first] = others;
  return first === undefined || first.lane === null || first.isClaimable ? null : first;
}

/** Without its process, it is unknown what a running turn has done, so its provider counts as called. */
function end(
  turn: LockedTurn,
  state: 'failed' | 'cancelled' | 'expired',
  errorCode: TurnErrorCode,
): TurnDecision {
  const { hasText, deaths, others } = turn;
  const ending = {
    state,
    finishReason: state === 'cancelled' ? 'cancelled' : 'error',
    errorCode,
    isRefunded: isRefunded({ state, hasText, providerWasCalled: turn.state === 'running' }),
    deaths,
  } as const;
  return { kind: 'end', ending, next: nextInConversation(others) };
}
