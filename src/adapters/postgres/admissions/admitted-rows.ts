import { quotaDimensions } from '#contract/quota.ts';
import type { TurnToStore } from '#core/turn/admission/turn-to-store.ts';
import { rowsLiteral } from '../database/row-literal.ts';
import { encodeText } from '../database/text-coding.ts';

/** The columns of the SQL type `turn_to_store`, in its order. */
export const admittedColumns = [
  'client_id',
  'turn_id',
  'user_id',
  'conversation_id',
  'is_new',
  'agent',
  'title',
  'prompt',
  'user_message_id',
  'user_seq',
  'message_id',
  'answer_seq',
  'door',
  'state',
  'lane',
  'place',
  'limited',
  'interrupts',
  'priority',
  'deep_dive',
  'retry',
  'on_disconnect',
  'process_id',
  'idempotency_key',
  'request_hash',
  'request_id',
  'charges',
] as const;

/** The turns as one value. PostgreSQL parses it in a fifth of the time that one array per column takes. */
export function admittedLiteral(turns: readonly TurnToStore[]): string {
  const places = new Map<string, number>();
  return rowsLiteral(
    admittedColumns,
    turns.map((turn) => admittedRow(turn, placeOf(turn, places))),
  );
}

/** The ordinal, from 1, of a claimable job among its client's in its lane. */
function placeOf({ request, isClaimable }: TurnToStore, places: Map<string, number>): number | null {
  if (!isClaimable) return null;
  const name = `${request.owner.clientId} ${request.lane}`;
  const place = (places.get(name) ?? 0) + 1;
  places.set(name, place);
  return place;
}

function admittedRow(turn: TurnToStore, place: number | null) {
  const { request } = turn;
  const isNew = request.conversationId === null;
  return {
    client_id: request.owner.clientId,
    turn_id: request.turnId,
    user_id: request.owner.userId,
    conversation_id: turn.conversationId,
    is_new: isNew,
    agent: turn.agentSlug,
    title: isNew ? encodeText(request.title) : null,
    prompt: request.retry || request.prompt === null ? null : encodeText(request.prompt),
    user_message_id: turn.userMessageId,
    user_seq: turn.userSeq,
    message_id: request.messageId,
    answer_seq: turn.answerSeq,
    door: request.kind,
    state: turn.state,
    lane: request.kind === 'job' ? request.lane : null,
    place,
    limited: turn.isLimited,
    interrupts: turn.interrupts,
    priority: request.priority,
    deep_dive: request.deepDive,
    retry: request.retry,
    on_disconnect: request.onDisconnect,
    process_id: request.kind === 'stream' ? request.processId : null,
    idempotency_key: request.idempotencyKey,
    request_hash: request.requestHash,
    request_id: request.foreignRequestId ?? '',
    charges: `{${quotaDimensions.map((name) => turn.charge[name]).join()}}`,
  };
}
