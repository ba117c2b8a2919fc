import type { Lane } from '#contract/jobs.ts';
import type { UsageCounts } from '#core/quota/usage.ts';
import type { HistoryMessage } from '#core/turn/turn.ts';
import type { Admission, AdmissionResult, ClaimedTurn, Finish } from '#core/turn/turn-store.ts';
import { BatchCounts } from './batch-counts.ts';
import { decodeText, encodeText } from './text-coding.ts';

export interface UsageRow {
  readonly day: string;
  readonly client: number;
  readonly requests: number;
  readonly priority: number;
  readonly deep_dive: number;
}

export interface HistoryRow {
  readonly id: string;
  readonly role: 'user' | 'assistant';
  readonly content: string;
  readonly reply_to: string | null;
}

/** What `admit_turn` answers; the members depend on `status`. */
export interface AdmissionRow {
  readonly status: AdmissionResult['status'];
  readonly state: 'running' | 'queued';
  readonly agent: string;
  readonly created_at: string;
  readonly user_message_id: string;
  /** Of a retry. */
  readonly prompt?: string | null;
  readonly position: number | null;
  readonly usage: UsageRow;
  readonly history: HistoryRow[] | null;
  readonly turn_id: string;
  readonly job_uuid: string;
  readonly retry_after: number;
  readonly scope: 'client' | 'user';
  readonly dimension: 'requests' | 'priority' | 'deep_dive';
}

export interface ClaimRow {
  readonly client_id: number;
  readonly client_version: number;
  readonly turn_id: string;
  readonly attempt: number;
  readonly conversation_id: string;
  readonly user_id: string;
  readonly agent: string;
  readonly message_id: string;
  readonly user_message_id: string;
  readonly deep_dive: boolean;
  readonly priority: boolean;
  readonly day: string;
  readonly lane: Lane;
  readonly on_disconnect: 'cancel' | 'continue';
  readonly created_at: string;
  readonly prompt: string | null;
  readonly history: HistoryRow[];
}

/** A batch for `admit_turns`, with the counts over the batch that it would otherwise have to sort for. */
export function admissionsJson(batch: readonly Admission[]): object[] {
  const counts = new BatchCounts();
  const numbered = batch.map((admission) => ({ admission, nth: counts.add(admission) }));
  return numbered.map(({ admission, nth }) => ({
    ...admissionJson(admission),
    ...nth,
    ...counts.totals(admission),
  }));
}

function admissionJson(admission: Admission): object {
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
    door: admission.door,
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
        usage: usageOf(row.usage),
        position: row.position,
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

export function finishJson(finish: Finish): object {
  return {
    client_id: finish.clientId,
    turn_id: finish.turnId,
    attempt: finish.attempt,
    conversation_id: finish.conversationId,
    user_id: finish.userId,
    day: finish.day,
    state: finish.state,
    text: encodeText(finish.text),
    finish_reason: finish.finishReason,
    error_code: finish.errorCode,
    refund: finish.refund,
    flushed: finish.flushed,
    model: finish.model,
    input_tokens: finish.inputTokens,
    output_tokens: finish.outputTokens,
  };
}

export function claimOf(row: ClaimRow): ClaimedTurn {
  return {
    id: row.turn_id,
    clientId: row.client_id,
    clientVersion: row.client_version,
    userId: row.user_id,
    conversationId: row.conversation_id,
    agentSlug: row.agent,
    door: 'job',
    lane: row.lane,
    attempt: row.attempt,
    messageId: row.message_id,
    userMessageId: row.user_message_id,
    priority: row.priority,
    deepDive: row.deep_dive,
    onDisconnect: row.on_disconnect,
    day: row.day,
    createdAt: new Date(row.created_at),
    prompt: decodeText(row.prompt ?? ''),
    history: historyOf(row.history),
  };
}

export function historyOf(rows: readonly HistoryRow[]): HistoryMessage[] {
  return rows.map((row) => ({
    id: row.id,
    role: row.role,
    content: decodeText(row.content),
    replyTo: row.reply_to,
  }));
}

export function usageOf(row: UsageRow): UsageCounts {
  return {
    day: row.day,
    clientRequests: row.client,
    userRequests: row.requests,
    userPriority: row.priority,
    userDeepDive: row.deep_dive,
  };
}
