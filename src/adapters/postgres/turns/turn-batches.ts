import type { EndedTurn } from '#core/turn/is-refunded.ts';
import type { Finish } from '#core/turn/turn-store.ts';
import { rowsLiteral } from '../database/row-literal.ts';
import { encodeText } from '../database/text-coding.ts';

/** The columns of the SQL type `finish`, in its order. */
export const finishColumns = [
  'client_id',
  'turn_id',
  'attempt',
  'conversation_id',
  'day',
  'state',
  'text',
  'finish_reason',
  'error_code',
  'refund',
  'flushed',
  'model',
  'input_tokens',
  'output_tokens',
] as const;

/** The end of a turn as it is stored, including a turn that no process ever ran. */
type StoredEnd = Omit<Finish, 'state' | 'textFrom' | 'firstTextMs' | 'calls' | 'sources'> &
  Pick<EndedTurn, 'state'>;

/** An array of the SQL type `finish`. */
export function finishesLiteral(batch: readonly StoredEnd[]): string {
  return rowsLiteral(finishColumns, batch.map(finishRow));
}

/** The reason follows the code, because the SQL type is that of the previous release. */
function finishRow(finish: StoredEnd) {
  return {
    client_id: finish.clientId,
    turn_id: finish.turnId,
    attempt: finish.attempt,
    conversation_id: finish.conversationId,
    day: finish.day,
    state: finish.state,
    text: encodeText(finish.text),
    finish_reason: finish.finishReason,
    error_code: finish.errorReason ? `${finish.errorCode} ${finish.errorReason}` : finish.errorCode,
    refund: finish.refund,
    flushed: finish.flushed,
    model: finish.model,
    input_tokens: finish.inputTokens,
    output_tokens: finish.outputTokens,
  };
}
