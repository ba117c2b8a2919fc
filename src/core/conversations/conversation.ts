import type { MessageStep } from '#contract/answers/steps.ts';
import type { Feedback, MessageRole, MessageStatus } from '#contract/resources.ts';
import type { AnswerSources } from '../citations/answer-sources.ts';
import type { ActionRecord } from '../tools/action.ts';
import type { HistoryMessage } from '../turn/turn.ts';
import type { ConversationState } from './conversation-state.ts';

/** One conversation without its messages. */
export interface ConversationRecord {
  readonly id: string;
  readonly title: string;
  readonly agentSlug: string;
  readonly messageCount: number;
  readonly pinned: boolean;
  readonly archived: boolean;
  readonly lastMessageAt: Date;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** A message as its owner reads it. A pending answer has its final id already. */
export interface MessageRecord {
  readonly id: string;
  readonly role: MessageRole;
  readonly content: string;
  readonly status: MessageStatus;
  /** A model wrote it, and not a person or the client. */
  readonly isGenerated: boolean;
  readonly deepDive: boolean;
  readonly replyTo: string | null;
  /** The question that this one has replaced. */
  readonly replaces: string | null;
  /** Null where only messages that are not set aside were asked for. */
  readonly setAside: boolean | null;
  readonly sources: AnswerSources;
  readonly feedback: Feedback | null;
  /** The tools that the answer has used; null without any. */
  readonly steps: readonly MessageStep[] | null;
  /** What the answer asks its reader; null for nothing. */
  readonly actions: readonly ActionRecord[] | null;
  readonly createdAt: Date;
}

/** The space that a message takes in a prompt. */
export type MessageSize = Pick<HistoryMessage, 'role' | 'replyTo'> & { readonly bytes: number };

/** A conversation with one page of its messages, read in one snapshot. */
export interface ConversationPage {
  readonly state: ConversationState;
  readonly conversation: ConversationRecord;
  /** The running turn, or else the first waiting one. */
  readonly activeTurnId: string | null;
  /** Oldest first. */
  readonly messages: readonly MessageRecord[];
  /** The position of the page's oldest message when there are older ones. */
  readonly olderBefore: number | null;
  /** The parts of the next prompt, newest first. */
  readonly sizes: readonly MessageSize[];
}
