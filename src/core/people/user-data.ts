import type { Action } from '#contract/answers/action.ts';
import type { MessageStep } from '#contract/answers/steps.ts';
import type { Citation } from '#contract/citations/citation.ts';
import type { Facts, VisitedPage } from '#contract/context.ts';
import type { PerDimension } from '#contract/quota.ts';
import type { MessageRole, MessageStatus, Rating } from '#contract/resources.ts';
import type { AuditEntry } from '../audit/audit.ts';
import type { HostedUser } from '../clients/hosted-user.ts';
import type { Person } from '../identity/blocked-user.ts';

export interface ExportedConversation {
  readonly id: string;
  readonly title: string;
  readonly agentSlug: string;
  readonly pinned: boolean;
  readonly archived: boolean;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  readonly lastMessageAt: Date;
}

export interface ExportedMessage {
  readonly conversationId: string;
  readonly id: string;
  readonly role: MessageRole;
  readonly content: string;
  readonly status: MessageStatus;
  readonly isGenerated: boolean;
  readonly deepDive: boolean;
  readonly replyTo: string | null;
  readonly replaces: string | null;
  readonly setAside: boolean;
  /** That of the answer's turn; null for a question, too. */
  readonly guidanceVersion: number | null;
  readonly rating: Rating | null;
  readonly comment: string | null;
  readonly citations: readonly Citation[] | null;
  readonly links: readonly string[] | null;
  /** The tools that the answer has used, and what it asks; null for nothing. */
  readonly steps: readonly MessageStep[] | null;
  readonly actions: readonly Action[] | null;
  readonly createdAt: Date;
}

/** A turn whose question came with something. */
export interface ExportedTurn {
  readonly id: string;
  readonly conversationId: string;
  /** Its answer. */
  readonly messageId: string;
  readonly facts: Facts | null;
  readonly page: VisitedPage | null;
  readonly createdAt: Date;
}

export interface ExportedDay {
  readonly day: string;
  readonly counts: PerDimension<number>;
}

/** What an operator sees of an end user. */
export interface EndUserFigures {
  readonly day: string;
  readonly today: PerDimension<number>;
  /** Counted up to a thousand. */
  readonly conversations: { readonly count: number; readonly hasMore: boolean };
  readonly lastMessageAt: Date | null;
}

/** Everything that is stored about one end user, read in pieces, so that its size does not matter. */
export interface UserDataStore {
  figures(person: Person): Promise<EndUserFigures>;
  conversations(person: Person): AsyncIterable<ExportedConversation>;
  /** In the order of the conversation. */
  messages(person: Person, conversationId: string): AsyncIterable<ExportedMessage>;
  /** Those of a conversation whose questions came with something, oldest first. */
  turns(person: Person, conversationId: string): AsyncIterable<ExportedTurn>;
  /** Days of use, oldest first. */
  usage(person: Person): AsyncIterable<ExportedDay>;
  /** What the user changed, and what was changed about the user, oldest first. */
  audit(person: Person): AsyncIterable<AuditEntry>;
}

/** The stored facts that belong to the user as a whole. */
export interface ExportedUser {
  readonly externalUserId: string;
  readonly isBlocked: boolean;
  /** Set for a person who signs in. */
  readonly account: HostedUser | null;
}
