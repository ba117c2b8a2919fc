import type { Feedback } from '#contract/resources.ts';
import type { Owner } from '../identity/caller.ts';
import type { ConversationPage, ConversationRecord } from './conversation.ts';

/** A place in the list of conversations, newest activity first. */
export interface ListPosition {
  /** Microseconds since 1970, as exact as the database keeps them. */
  readonly lastMessageMicros: number;
  readonly id: string;
}

export interface ListQuery {
  readonly limit: number;
  /** Null begins with the newest. */
  readonly after: ListPosition | null;
  readonly agentSlug: string | null;
  /** Part of a title, in any case. */
  readonly titlePart: string | null;
}

export interface ListPage {
  readonly conversations: readonly ConversationRecord[];
  /** Where the next page begins; null on the last one. */
  readonly next: ListPosition | null;
}

export interface MessageQuery {
  readonly limit: number;
  /** Place of the first message that is too new; null begins with the newest. */
  readonly before: number | null;
}

export type FeedbackResult =
  | { readonly status: 'saved'; readonly messageId: string }
  | { readonly status: 'conversation_not_found' | 'message_not_found' };

/** Conversations of one owner. What belongs to another owner is as absent as what never was: null. */
export interface ConversationStore {
  list(owner: Owner, query: ListQuery): Promise<ListPage>;
  read(owner: Owner, conversationId: string, query: MessageQuery): Promise<ConversationPage | null>;
  rename(owner: Owner, conversationId: string, title: string): Promise<ConversationRecord | null>;
  /** Erases it with its messages, cancels its turns, and answers the ids of those that run. */
  delete(owner: Owner, conversationId: string): Promise<readonly string[] | null>;
  /** Rates an answer that has ended and has text, by default the last one; null takes the rating back. */
  rate(
    owner: Owner,
    conversationId: string,
    messageId: string | null,
    feedback: Feedback | null,
  ): Promise<FeedbackResult>;
}
