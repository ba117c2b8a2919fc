import type { Feedback } from '#contract/resources.ts';
import type { Owner } from '../identity/caller.ts';
import type { ListPage } from '../shared/list-page.ts';
import type { ConversationPage, ConversationRecord } from './conversation.ts';

/** A place in the list of conversations, newest activity first. */
export interface ListPosition {
  /** Microseconds since 1970, with the precision of the database. */
  readonly lastMessageMicros: number;
  readonly id: string;
}

export interface ListQuery {
  readonly limit: number;
  /** Null starts with the newest. */
  readonly after: ListPosition | null;
  readonly agentSlug: string | null;
  readonly archived: boolean;
}

export interface MessageQuery {
  readonly limit: number;
  /** The position of the first message that is too new; null starts with the newest. */
  readonly before: number | null;
  /** False by default. */
  readonly withSetAside?: boolean;
}

/** What is absent stays as it is. */
export interface ConversationChange {
  readonly title?: string | undefined;
  readonly pinned?: boolean | undefined;
  readonly archived?: boolean | undefined;
}

export type FeedbackResult =
  | { readonly status: 'saved'; readonly messageId: string }
  | { readonly status: 'conversation_not_found' | 'message_not_found' };

/** Conversations of one owner. What belongs to another owner is reported as absent: null. */
export interface ConversationStore {
  list(owner: Owner, query: ListQuery): Promise<ListPage<ConversationRecord>>;
  /** The pinned ones of the list, newest activity first. */
  pinned(owner: Owner, limit: number): Promise<readonly ConversationRecord[]>;
  read(owner: Owner, conversationId: string, query: MessageQuery): Promise<ConversationPage | null>;
  update(
    owner: Owner,
    conversationId: string,
    change: ConversationChange,
  ): Promise<ConversationRecord | null>;
  /** Erases it with its messages, cancels its turns, and returns the ids of the running ones. */
  delete(owner: Owner, conversationId: string): Promise<readonly string[] | null>;
  /**
   * The newest of the conversations that were begun before a moment of the database's clock, by default now, archived
   * or not, and that moment.
   */
  begunUntil(
    owner: Owner,
    until: string | null,
    limit: number,
  ): Promise<{ readonly ids: readonly string[]; readonly until: string | null }>;
  /** Rates a finished answer with text, by default the last one; null removes the rating. */
  rate(
    owner: Owner,
    conversationId: string,
    messageId: string | null,
    feedback: Feedback | null,
  ): Promise<FeedbackResult>;
}
