import { rowsLiteral } from '#adapters/postgres/database/row-literal.ts';
import { encodeText } from '#adapters/postgres/database/text-coding.ts';
import type { Admission } from '#core/turn/admission/admission.ts';
import { BatchCounts } from './earlier-counts.ts';

/** The columns of the SQL type `admission`, in its order. */
const admissionColumns = [
  'client_id',
  'version',
  'user_id',
  'hosted_user',
  'session_id',
  'turn_id',
  'conversation_id',
  'new_conversation_id',
  'user_message_id',
  'message_id',
  'agent',
  'prompt',
  'title',
  'door',
  'lane',
  'priority',
  'deep_dive',
  'retry',
  'if_busy',
  'on_disconnect',
  'idempotency_key',
  'request_hash',
  'process_id',
  'queue_capacity',
  'of_client',
  'client_nth',
  'of_user',
  'user_nth',
  'priority_of_user',
  'priority_nth',
  'deep_dive_of_user',
  'deep_dive_nth',
  'of_conversation',
  'of_key',
  'jobs',
  'lane_nth',
] as const;

/** A batch for `admit_turns` of release 0.2.0, with counts over the batch that it would otherwise have to sort for. */
export function admissionsLiteral(batch: readonly Admission[]): string {
  const counts = new BatchCounts();
  const numbered = batch.map((admission) => ({ admission, nth: counts.add(admission) }));
  const rows = numbered.map(({ admission, nth }) => ({
    ...admissionRow(admission),
    ...nth,
    ...counts.totals(admission),
  }));
  return rowsLiteral(admissionColumns, rows);
}

function admissionRow(admission: Admission) {
  return {
    client_id: admission.owner.clientId,
    version: admission.clientVersion,
    user_id: admission.owner.userId,
    hosted_user: admission.hostedUserId,
    session_id: admission.sessionId,
    turn_id: admission.turnId,
    conversation_id: admission.conversationId,
    new_conversation_id: admission.newConversationId,
    user_message_id: admission.userMessageId,
    message_id: admission.messageId,
    agent: admission.agentSlug,
    prompt: admission.prompt === null ? null : encodeText(admission.prompt),
    title: encodeText(admission.title),
    door: admission.kind,
    lane: admission.lane,
    priority: admission.priority,
    deep_dive: admission.deepDive,
    retry: admission.retry,
    if_busy: admission.ifBusy,
    on_disconnect: admission.onDisconnect,
    idempotency_key: admission.idempotencyKey,
    request_hash: admission.requestHash,
    process_id: admission.processId,
    queue_capacity: admission.queueCapacity,
  };
}
