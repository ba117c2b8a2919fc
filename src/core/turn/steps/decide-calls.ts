import { decideBeginning, decideLost, decideOutcome } from '../../tools/decide-tool-call.ts';
import type { LockedToolCall, ToolCallDecision } from '../../tools/tool-call.ts';
import type { CallOutcome } from './step-store.ts';
import type { StoredCall } from './turn-tools.ts';

/** A call that was sent, read while it is locked. */
export interface LockedCall {
  readonly call: StoredCall;
  readonly facts: LockedToolCall;
}

/** What the calls become now that some of them have an outcome. The others stay as they are. */
export function afterOutcomes(
  locked: readonly LockedCall[],
  outcomes: readonly CallOutcome[],
): readonly StoredCall[] {
  return locked.map(({ call, facts }) => {
    const known = outcomes.find(({ callId }) => callId === call.callId);
    if (known === undefined) return call;
    const result = { text: known.text, isError: known.outcome !== 'result' };
    return changed(call, decideOutcome(facts, known.outcome), result);
  });
}

/**
 * What the calls become in an attempt that takes them over: of a process that is gone, or of the turn that a person has
 * answered, whose own turn begins now.
 */
export function afterTakeOver(locked: readonly LockedCall[]): readonly StoredCall[] {
  return locked.map(({ call, facts }) =>
    facts.status === 'confirmed'
      ? changed(call, decideBeginning(facts), notSent)
      : changed(call, decideLost(facts, true), noAnswer),
  );
}

const unknown = {
  text: 'No answer has come: it may have happened or not. Say so, and do not try it again.',
  isError: true,
};
const notSent = { text: 'The tool was not asked: it is not approved any more.', isError: true };
const noAnswer = { text: 'The tool has given no answer.', isError: true };

function changed(call: StoredCall, decision: ToolCallDecision, result: StoredCall['result']): StoredCall {
  switch (decision.kind) {
    case 'none':
      return call;
    case 'send':
      return { ...call, status: 'open', sends: call.sends + 1 };
    case 'become':
      return { ...call, status: decision.status, result: decision.status === 'unknown' ? unknown : result };
  }
}
