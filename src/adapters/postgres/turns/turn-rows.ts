import type { OnDisconnect } from '#contract/chat.ts';
import type { Lane } from '#contract/jobs.ts';
import type { QuotaDimension, QuotaScope } from '#contract/quota.ts';
import type { MessageRole } from '#contract/resources.ts';
import type { HistoryMessage } from '#core/turn/turn.ts';
import type { AdmissionResult, ClaimedTurn } from '#core/turn/turn-store.ts';
import type { UsageCounts } from '#core/usage/usage.ts';
import { decodeText } from '../database/text-coding.ts';
import { type Counts, countsIn } from '../usage/dimension-columns.ts';

/** The counters as `usage_of` answers them, with the database's time. */
export interface UsageRow extends Counts {
  readonly day: string;
  readonly at: string;
  readonly client: number;
}

export interface HistoryRow {
  readonly id: string;
  readonly role: MessageRole;
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
  /** Of a job. */
  readonly position?: number | null;
  readonly usage: UsageRow;
  readonly history: HistoryRow[] | null;
  readonly turn_id: string;
  readonly job_uuid: string;
  readonly retry_after: number;
  readonly scope: QuotaScope;
  readonly dimension: QuotaDimension;
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
  readonly on_disconnect: OnDisconnect;
  readonly created_at: string;
  readonly prompt: string | null;
  readonly history: HistoryRow[];
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

export function claimOf(row: ClaimRow): ClaimedTurn {
  return {
    id: row.turn_id,
    clientId: row.client_id,
    clientVersion: row.client_version,
    userId: row.user_id,
    conversationId: row.conversation_id,
    agentSlug: row.agent,
    kind: 'job',
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

function usageOf(row: UsageRow): UsageCounts {
  return {
    day: row.day,
    at: new Date(row.at),
    clientRequests: row.client,
    user: countsIn(row),
  };
}
