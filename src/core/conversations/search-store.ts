import type { Owner } from '../identity/caller.ts';
import type { ConversationRecord } from './conversation.ts';
import type { ListPosition } from './conversation-store.ts';

export interface SearchQuery {
  /** Regular expressions, each of which occurs in a title or message of a hit. */
  readonly patterns: readonly string[];
  /** Null starts with the newest. */
  readonly after: ListPosition | null;
  readonly agentSlug: string | null;
  /** Null: archived or not. */
  readonly archived: boolean | null;
  /** Conversations to read. */
  readonly count: number;
}

export interface SearchHit {
  readonly conversation: ConversationRecord;
  readonly position: ListPosition;
  /** The first message with every word, else the first with one; null when there are words in the title only. */
  readonly match: { readonly messageId: string; readonly snippet: string } | null;
}

/** What was found in as many conversations as were asked for, or in fewer when there are no more. */
export interface SearchedPart {
  readonly hits: readonly SearchHit[];
  readonly read: number;
  /** The last conversation that was read; null when there are no others. */
  readonly end: ListPosition | null;
}

export interface ConversationSearch {
  /** Null: it took too long. */
  read(owner: Owner, query: SearchQuery): Promise<SearchedPart | null>;
  readTitles(owner: Owner, query: SearchQuery): Promise<SearchedPart>;
}
