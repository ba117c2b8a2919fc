import type {
  ContextUsage,
  Conversation,
  ConversationDeleted,
  ConversationList,
  ConversationMatch,
  ConversationRenamed,
  ConversationSummary,
  Feedback,
  FeedbackSaved,
  Message,
} from '#contract/resources.ts';
import { presentSources } from '../citations/answer-sources.ts';
import { type ListPage, presentPage } from '../shared/list-page.ts';
import { presentAction } from '../tools/action.ts';
import type { ConversationPage, ConversationRecord, MessageRecord } from './conversation.ts';
import type { ListPosition } from './conversation-store.ts';
import { listCursor, messageCursor } from './page.ts';
import type { SearchHit } from './search-store.ts';

/** Presents conversations and their messages. They leave the service in no other form. */
export function presentConversationList(page: ListPage<ConversationRecord>): ConversationList {
  return presentPage(page, presentSummary);
}

export function presentSearch(hits: readonly SearchHit[], behind: ListPosition | null): ConversationList {
  const nextCursor = behind && listCursor(behind);
  return {
    ...presentPage({ rows: hits, nextCursor }, ({ conversation, match }) => ({
      ...presentSummary(conversation),
      match: presentMatch(match),
    })),
    searched_until: behind && new Date(Math.floor(behind.lastMessageMicros / 1000)).toISOString(),
  };
}

function presentMatch(match: SearchHit['match']): ConversationMatch | null {
  return match && { message_uuid: match.messageId, snippet: match.snippet };
}

export function presentConversation(page: ConversationPage, contextUsage: ContextUsage): Conversation {
  const { conversation, olderBefore } = page;
  return {
    ok: true,
    conversation_uuid: conversation.id,
    title: conversation.title,
    agent_slug: conversation.agentSlug,
    pinned: conversation.pinned,
    archived: conversation.archived,
    created_at: conversation.createdAt.toISOString(),
    updated_at: conversation.updatedAt.toISOString(),
    active_job_uuid: page.activeTurnId,
    context_usage: contextUsage,
    messages: page.messages.map(presentMessage),
    has_more: olderBefore !== null,
    next_cursor: olderBefore === null ? null : messageCursor(olderBefore),
  };
}

export function presentRenamed(conversation: ConversationRecord): ConversationRenamed {
  return { ok: true, ...presentSummary(conversation) };
}

export function presentDeleted(conversationId: string): ConversationDeleted {
  return { ok: true, conversation_uuid: conversationId, deleted: true };
}

export function presentFeedbackSaved(
  conversationId: string,
  messageId: string,
  feedback: Feedback | null,
): FeedbackSaved {
  return { ok: true, conversation_uuid: conversationId, message_uuid: messageId, feedback };
}

function presentSummary(conversation: ConversationRecord): ConversationSummary {
  return {
    conversation_uuid: conversation.id,
    title: conversation.title,
    agent_slug: conversation.agentSlug,
    message_count: conversation.messageCount,
    pinned: conversation.pinned,
    archived: conversation.archived,
    last_message_at: conversation.lastMessageAt.toISOString(),
    created_at: conversation.createdAt.toISOString(),
    updated_at: conversation.updatedAt.toISOString(),
  };
}

function presentMessage(message: MessageRecord): Message {
  return {
    message_uuid: message.id,
    role: message.role,
    content: message.content,
    status: message.status,
    ...(message.isGenerated && { ai_generated: true as const }),
    deep_dive: message.deepDive,
    reply_to: message.replyTo,
    replaces: message.replaces,
    ...(message.setAside === null ? {} : { set_aside: message.setAside }),
    ...presentSources(message.sources),
    feedback: message.feedback,
    ...(message.steps !== null && { steps: [...message.steps] }),
    ...(message.actions !== null && { actions: message.actions.map(presentAction) }),
    created_at: message.createdAt.toISOString(),
  };
}
