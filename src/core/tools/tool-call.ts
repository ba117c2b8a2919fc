import type { Action } from '#contract/answers/action.ts';
import type { ToolEffect, ToolOutcome } from '#contract/closed-sets.ts';

/** The stored state of a call to a partner's tool. `open` is committed before the first byte of its request leaves. */
export type ToolCallStatus = Action['status'];

/** Where a state leads. A call that only reads begins as open, one that writes as pending. */
export const toolCallTransitions: Readonly<Record<ToolCallStatus, readonly ToolCallStatus[]>> = {
  pending: ['confirmed', 'declined', 'expired'],
  confirmed: ['open', 'expired'],
  // Open again: the same request, with the same id, once more.
  open: ['open', 'done', 'failed', 'unknown'],
  declined: [],
  expired: [],
  done: [],
  failed: [],
  unknown: [],
};

/** How long a person may think, by the database's clock. */
export const decidingMs = 15 * 60_000;

export type ToolCallEffect = ToolEffect;

/** A call and what is in force around it, read while both are locked. */
export interface LockedToolCall {
  readonly status: ToolCallStatus;
  readonly effect: ToolCallEffect;
  /** Its approval says that a second request with the same id has no second effect. */
  readonly isIdempotent: boolean;
  /** How often it was stored as open, hence the most requests that can have left. */
  readonly sends: number;
  /** What its owner has decided; null before, and for a call that needs no decision. */
  readonly decision: 'confirm' | 'decline' | null;
  /** Whether the very approval under which it was stored is in force. */
  readonly isApproved: boolean;
  /** Whether the time to decide is over. */
  readonly hasLapsed: boolean;
}

export type ToolCallDecision =
  | { readonly kind: 'none' }
  /** Store it as open, and send one request after the commit. */
  | { readonly kind: 'send' }
  | { readonly kind: 'become'; readonly status: 'expired' | 'done' | 'failed' | 'unknown' };

export type ClickDecision =
  /** In the same transaction, a confirmation admits the turn that sends the call. */
  | { readonly kind: 'confirm' | 'decline' }
  /** The same click as before: the same answer. */
  | { readonly kind: 'replay' }
  | { readonly kind: 'closed' }
  /** It is closed, and was not stored as expired yet. */
  | { readonly kind: 'expire' };

/** How a request went. */
export type ToolCallOutcome = ToolOutcome;

/** Whether a call can have changed something: a turn with such a call is never refunded. */
export function mayHaveWritten({ effect, status }: Pick<LockedToolCall, 'effect' | 'status'>): boolean {
  return effect === 'write' && (status === 'open' || status === 'done' || status === 'unknown');
}
