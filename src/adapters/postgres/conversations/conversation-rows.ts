import type { MessageRole, MessageStatus, Rating } from '#contract/resources.ts';
import type {
  ConversationPage,
  ConversationRecord,
  MessageRecord,
  MessageSize,
} from '#core/conversations/conversation.ts';
import type { ConversationState } from '#core/conversations/conversation-state.ts';
import { type SourcesRow, sourcesOfRow } from '../database/stored-sources.ts';
import { decodeText } from '../database/text-coding.ts';
import { actionsOfRow, type ShownCallsRow, stepsOfRow } from '../turns/shown-calls.ts';

export const conversationColumns =
  'c.id, c.title, c.agent_slug, c.message_count, c.pinned, c.archived, c.last_message_at, c.created_at, c.updated_at';

export interface ConversationRow {
  readonly id: string;
  readonly title: string;
  readonly agent_slug: string;
  readonly message_count: number;
  readonly pinned: boolean;
  readonly archived: boolean;
  readonly last_message_at: Date;
  readonly created_at: Date;
  readonly updated_at: Date;
}

/** A row of `messages`, or a turn whose message is not written yet. */
interface MessageRow extends SourcesRow, ShownCallsRow {
  readonly seq: number;
  readonly id: string;
  readonly role: MessageRole;
  /** Null: the page is full. */
  readonly content: string | null;
  readonly status: MessageStatus;
  readonly is_generated: boolean;
  readonly deep_dive: boolean;
  readonly reply_to: string | null;
  readonly replaces: string | null;
  /** Null: only messages that are not set aside were read. */
  readonly set_aside: boolean | null;
  readonly rating: Rating | null;
  readonly comment: string | null;
  readonly created_at: string;
}

/** What tells two states of a conversation apart. */
export interface StateRow {
  readonly version: string;
  readonly text_bytes: number;
}

export interface PageRow extends ConversationRow, StateRow {
  readonly active_turn_id: string | null;
  /** Newest first, with one extra row when there are older ones. */
  readonly messages: readonly MessageRow[];
  readonly sizes: readonly { role: MessageSize['role']; reply_to: string | null; bytes: number }[];
}

export function conversationOf(row: ConversationRow): ConversationRecord {
  return {
    id: row.id,
    title: decodeText(row.title),
    agentSlug: row.agent_slug,
    messageCount: row.message_count,
    pinned: row.pinned,
    archived: row.archived,
    lastMessageAt: row.last_message_at,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}

export function stateOf({ version, text_bytes: textBytes }: StateRow): ConversationState {
  return { version, textBytes };
}

export function pageOf(row: PageRow, limit: number): ConversationPage {
  const newestFirst = row.messages.slice(0, limit).filter(({ content }) => content !== null);
  const hasOlder = row.messages.length > newestFirst.length;
  return {
    state: stateOf(row),
    conversation: conversationOf(row),
    activeTurnId: row.active_turn_id,
    messages: newestFirst.map(messageOf).reverse(),
    olderBefore: hasOlder ? (newestFirst.at(-1)?.seq ?? null) : null,
    sizes: row.sizes.map(({ role, reply_to, bytes }) => ({ role, replyTo: reply_to, bytes })),
  };
}

function messageOf(row: MessageRow): MessageRecord {
  const comment = row.comment === null ? null : decodeText(row.comment);
  return {
    id: row.id,
    role: row.role,
    content: decodeText(row.content ?? ''),
    status: row.status,
    isGenerated: row.is_generated,
    deepDive: row.deep_dive,
    replyTo: row.reply_to,
    replaces: row.replaces,
    setAside: row.set_aside,
    sources: sourcesOfRow(row),
    feedback: row.rating === null ? null : { rating: row.rating, comment },
    steps: stepsOfRow(row),
    actions: actionsOfRow(row),
    createdAt: new Date(row.created_at),
  };
}
