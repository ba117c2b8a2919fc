import { ModelError, tooLongToCall } from '#core/models/model-error.ts';
import type { CallTokens, ModelResult } from '#core/models/model-provider.ts';
import { believed } from '#wires/token-counts.ts';
import type { AnswerState, Wire } from '#wires/wire.ts';

/** The result of a complete answer; one with neither text nor calls is a failure, and so is one too long to call. */
export function resultOf(answer: AnswerState, hasText: boolean, wire: Wire): ModelResult {
  // Calls decide, and not the reason that the provider gives for its end: some give the wrong one.
  if (answer.native?.hasLostCall) throw tooLongToCall();
  const asked = answer.native === null ? null : wire.readCalls(answer.native);
  if (!hasText && asked === null) {
    const filtered = answer.end === 'filtered';
    const message = filtered ? 'the provider filtered the answer' : 'the provider sent an empty answer';
    const reason = filtered ? 'content_filter' : null;
    throw new ModelError('rejected', message, { retryable: !filtered, reason });
  }
  return {
    // An answer cut by a filter is incomplete, which readers see as `length`.
    finishReason: answer.end === 'stop' ? 'stop' : 'length',
    ...countedIn(answer),
    ...(asked !== null && { asked }),
  };
}

/** What the provider has counted. How much a model writes is known from its end only. */
export function countedIn(answer: AnswerState): CallTokens {
  const counted = believed(answer);
  return answer.end === null ? { ...counted, outputTokens: null } : counted;
}
