import { rowsLiteral } from '#adapters/postgres/database/row-literal.ts';
import { decodeText, encodeText } from '#adapters/postgres/database/text-coding.ts';
import { type HistoryRow, historyOf } from '#adapters/postgres/turns/turn-rows.ts';
import { type Counts, countsIn } from '#adapters/postgres/usage/dimension-columns.ts';
import type { QuotaDimension, QuotaScope } from '#contract/quota.ts';
import type { Admission, AdmissionResult } from '#core/turn/admission/admission.ts';
import type { UsageCounts } from '#core/usage/usage.ts';
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

/** A batch for `admit_turns`, with counts over the batch that it would otherwise have to sort for. */
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

/** The counters as `usage_of` returns them, with the database's time. */
interface UsageRow extends Counts {
  readonly day: string;
  readonly at: string;
  readonly client: number;
}

/** The result of `admit_turn`; the members depend on `status`. */
export interface AdmissionRow {
  readonly status: AdmissionResult['status'];
  readonly state: 'running' | 'queued';
  readonly agent: string;
  readonly created_at: string;
  readonly user_message_id: string;
  /** Set for a retry. */
  readonly prompt?: string | null;
  /** Set for a job. */
  readonly position?: number | null;
  readonly usage: UsageRow;
  readonly history: HistoryRow[] | null;
  readonly turn_id: string;
  readonly job_uuid: string;
  readonly retry_after: number;
  readonly scope: QuotaScope;
  readonly dimension: QuotaDimension;
}

export function admissionOf(row: AdmissionRow): AdmissionResult {
  switch (row.status) {
    case 'admitted':
      return {
        status: 'admitted',
        state: row.state,
        agentSlug: row.agent,
        userMessageId: row.user_message_id,
        prompt: row.prompt ? decodeText(row.prompt) : null,
        history: historyOf(row.history ?? []),
        usage: usageOf({ ...row.usage, at: row.created_at }),
        position: row.position ?? null,
        createdAt: new Date(row.created_at),
      };
    case 'replay':
      return { status: 'replay', turnId: row.turn_id, usage: usageOf(row.usage) };
    case 'conversation_busy':
      return { status: 'conversation_busy', jobUuid: row.job_uuid };
    case 'rate_limited':
      return { status: 'rate_limited', retryAfterSeconds: row.retry_after };
    case 'too_many_concurrent':
      return { status: 'too_many_concurrent', scope: row.scope };
    case 'quota_exceeded':
      return {
        status: 'quota_exceeded',
        dimension: row.dimension,
        scope: row.scope,
        usage: usageOf(row.usage),
      };
    default:
      return { status: row.status };
  }
}

function usageOf(row: UsageRow): UsageCounts {
  return {
    day: row.day,
    at: new Date(row.at),
    clientRequests: row.client,
    user: countsIn(row),
  };
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
