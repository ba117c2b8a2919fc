import { type FailureReason, failureFacts, type RefusalReason, refusalReasons } from '#contract/errors.ts';
import { errors, type ParleyError } from '#core/errors.ts';
import type { TurnOutcome } from '#core/turn/turn-sink.ts';

export type Failure = Exclude<TurnOutcome, { kind: 'completed' }>;

/** The turn as its refusal names it. */
interface FailedTurn {
  readonly id: string;
  readonly conversationId: string;
}

/** A failure before the first text, which can still have a status of its own. */
export function failureOf(
  outcome: Failure,
  turn: FailedTurn,
  headers: Readonly<Record<string, string>> = {},
): ParleyError {
  const ids = { 'x-job-id': turn.id, 'x-conversation-id': turn.conversationId, ...headers };
  const { code, reason = null } = outcome;
  switch (code) {
    case 'provider_refused':
      return errors.providerRefused(isRefusal(reason) ? reason : 'invalid_request', ids);
    case 'provider_error':
      return errors.providerError(ids, failureFacts(code, reason).retryable);
    case 'provider_timeout':
    case 'turn_timeout':
      return errors.providerTimeout(ids);
    case 'provider_unavailable':
      return errors.providerUnavailable(ids);
    default:
      return errors.answerLost(code, ids);
  }
}

function isRefusal(reason: FailureReason | null): reason is RefusalReason {
  return refusalReasons.some((known) => known === reason);
}
