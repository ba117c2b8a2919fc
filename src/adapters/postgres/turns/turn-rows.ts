import type { OnDisconnect } from '#contract/chat.ts';
import type { Facts, VisitedPage } from '#contract/context.ts';
import type { Lane } from '#contract/jobs.ts';
import { matchLanguage } from '#contract/languages/match-language.ts';
import type { MessageRole } from '#contract/resources.ts';
import { draftVersion } from '#core/clients/guidance.ts';
import { type HistoryMessage, turnContext } from '#core/turn/turn.ts';
import type { ClaimedTurn } from '#core/turn/turn-store.ts';
import { decodeText } from '../database/text-coding.ts';

export interface HistoryRow {
  readonly id: string;
  readonly role: MessageRole;
  readonly content: string;
  readonly reply_to: string | null;
  readonly messages_before: number;
  readonly bytes_before: number;
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
  /** Absent in most jobs, like the next. */
  readonly instructions?: string | null;
  readonly max_tokens?: number | null;
  readonly guidance_version: number | null;
  readonly facts?: Facts | null;
  readonly page?: VisitedPage | null;
  readonly language?: string;
  readonly has_steps?: boolean;
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
    instructions: decodeText(row.instructions ?? ''),
    maxTokens: row.max_tokens ?? null,
    guidanceVersion: row.guidance_version,
    usesDraft: row.guidance_version === draftVersion,
    context: turnContext(row.facts ?? null, row.page ?? null),
    // A request for a response: its API has no way to say yes.
    mayAsk: row.instructions === undefined,
    language: matchLanguage([row.language ?? null]),
    hasSteps: row.has_steps === true,
  };
}

export function historyOf(rows: readonly HistoryRow[]): HistoryMessage[] {
  return rows.map((row) => ({
    id: row.id,
    role: row.role,
    content: decodeText(row.content),
    replyTo: row.reply_to,
    before: { messages: row.messages_before, bytes: row.bytes_before },
  }));
}
