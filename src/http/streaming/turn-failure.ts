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
  switch (outcome.code) {
    case 'provider_error':
      return errors.providerError(ids);
    case 'provider_timeout':
    case 'turn_timeout':
      return errors.providerTimeout(ids);
    case 'provider_unavailable':
      return errors.providerUnavailable(ids);
    default:
      return errors.answerLost(outcome.code, ids);
  }
}
