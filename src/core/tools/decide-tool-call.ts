import type { ClickDecision, LockedToolCall, ToolCallDecision, ToolCallOutcome } from './tool-call.ts';

const none: ToolCallDecision = { kind: 'none' };

/** A repeatable call whose outcome stayed unclear is sent once more; further requests would hardly learn more. */
const mostSends = 2;

/**
 * The owner's click. Whether the turn that sends the call may begin (subscription, blocks, limits) is decided before: a
 * refusal leaves the call pending.
 */
export function decideClick(call: LockedToolCall, click: 'confirm' | 'decline'): ClickDecision {
  if (call.decision !== null) return { kind: call.decision === click ? 'replay' : 'closed' };
  if (call.status !== 'pending') return { kind: 'closed' };
  if (call.hasLapsed || !call.isApproved) return { kind: 'expire' };
  return { kind: click };
}

/** Time is over, or the approval is gone or another one. */
export function decideLapse(call: LockedToolCall): ToolCallDecision {
  const isOver = call.hasLapsed || !call.isApproved;
  return call.status === 'pending' && isOver ? become('expired') : none;
}

/**
 * The conversation has moved on: another turn, a version, a deletion, or its user, client or agent may no longer ask.
 * What was confirmed before runs all the same.
 */
export function decideOvertaken({ status }: LockedToolCall): ToolCallDecision {
  return status === 'pending' ? become('expired') : none;
}

/** The turn of a confirmed call begins. */
export function decideBeginning(call: LockedToolCall): ToolCallDecision {
  if (call.status !== 'confirmed') return none;
  return call.isApproved ? { kind: 'send' } : become('expired');
}

/** The process that has sent the call knows how it went. */
export function decideOutcome(call: LockedToolCall, outcome: ToolCallOutcome): ToolCallDecision {
  if (call.status !== 'open') return none;
  switch (outcome) {
    case 'result':
      return become('done');
    case 'error':
    case 'unreached':
      // Another request of the call may have arrived, or may still: of a process that only seemed dead.
      return become(call.sends === 1 ? 'failed' : unclear(call));
    case 'unclear':
      return mayBeRepeated(call) && call.sends < mostSends ? { kind: 'send' } : become(unclear(call));
  }
}

/** The turn is cancelled, or its process has died. `isContinued`: a new attempt of the turn takes over. */
export function decideLost(call: LockedToolCall, isContinued: boolean): ToolCallDecision {
  if (call.status === 'confirmed') return become('expired');
  if (call.status !== 'open') return none;
  return isContinued && mayBeRepeated(call) ? { kind: 'send' } : become(unclear(call));
}

function mayBeRepeated({ effect, isIdempotent, isApproved }: LockedToolCall): boolean {
  return isApproved && (effect === 'read' || isIdempotent);
}

/** A read that brought nothing has failed, whatever its server did. */
function unclear({ effect }: LockedToolCall): 'failed' | 'unknown' {
  return effect === 'read' ? 'failed' : 'unknown';
}

function become(status: 'expired' | 'done' | 'failed' | 'unknown'): ToolCallDecision {
  return { kind: 'become', status };
}
