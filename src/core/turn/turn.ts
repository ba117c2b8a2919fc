import type { Action } from '#contract/answers/action.ts';
import type { OnDisconnect } from '#contract/chat.ts';
import type { Facts, VisitedPage } from '#contract/context.ts';
import type { FailureReason, TurnErrorCode } from '#contract/errors.ts';
import type { FinishReason, JobStatus, Lane, TurnKind } from '#contract/jobs.ts';
import type { Language } from '#contract/languages/languages.ts';
import type { MessageRole } from '#contract/resources.ts';
import type { AnswerSources } from '../citations/answer-sources.ts';
import type { Agent, Client } from '../clients/client.ts';
import { type Guidance, guidanceOf } from '../clients/guidance.ts';
import type { ActionRecord } from '../tools/action.ts';
import type { ShownStep } from './shown-step.ts';

declare const admitted: unique symbol;

/** One message of the stored conversation, for a prompt. */
export interface HistoryMessage {
  readonly id: string;
  readonly role: MessageRole;
  readonly content: string;
  readonly replyTo: string | null;
  /** What its conversation has before it, as far back as prompts reach; absent where that is in the history, too. */
  readonly before?: { readonly messages: number; readonly bytes: number };
}

/** What one question came with: never shown on a page, and never part of another turn's prompt. */
export interface TurnContext {
  readonly facts: Facts | null;
  readonly page: VisitedPage | null;
}

export function turnContext(facts: Facts | null, page: VisitedPage | null = null): TurnContext | null {
  return facts === null && page === null ? null : { facts, page };
}

/** The facts that a process needs to answer one prompt, stream or job. */
export interface TurnFacts {
  readonly id: string;
  readonly clientId: number;
  readonly userId: string;
  readonly conversationId: string;
  readonly agentSlug: string;
  readonly kind: TurnKind;
  readonly lane: Lane | null;
  readonly attempt: number;
  readonly messageId: string;
  readonly userMessageId: string;
  readonly priority: boolean;
  readonly deepDive: boolean;
  readonly onDisconnect: OnDisconnect;
  /** UTC day that owns the charge, `YYYY-MM-DD`. */
  readonly day: string;
  readonly createdAt: Date;
  readonly prompt: string;
  /** Newest first. */
  readonly history: readonly HistoryMessage[];
  /** The caller's own, after those of the agent; empty without any. */
  readonly instructions: string;
  /** The most tokens of the answer, where the caller limits them. */
  readonly maxTokens?: number | null;
  /** It tries the draft of the client's own instructions. */
  readonly usesDraft?: boolean;
  /** Absent where the question came with nothing. */
  readonly context?: TurnContext | null;
  /** False where a question of its answer could not be said yes or no to. */
  readonly mayAsk?: boolean;
  /** The language in which the reader learns what tools do; English if null or absent. */
  readonly language?: Language | null;
  /** An earlier attempt has left steps, from which this one goes on. */
  readonly hasSteps?: boolean;
  /** When a person has said yes to the call that this turn sends; absent for every other turn. */
  readonly confirmedAt?: Date;
}

/** A turn that may be answered: every check has passed and everything about it is stored. */
export type AdmittedTurn = TurnFacts & {
  readonly [admitted]: true;
  readonly client: Client;
  readonly agent: Agent;
  /** What the client adds to the instructions of the agent; null for nothing. */
  readonly guidance: Guidance | null;
} & TurnOrigin;

/** Where a turn came from, for the operator. */
export interface TurnOrigin {
  /** The request that is answered; null for a job, whose request has been answered. */
  readonly requestId: string | null;
  /** The trace of the request that queued a job, as the header of W3C Trace Context; null without one. */
  readonly traceparent: string | null;
  /** It was sent from a tenant's own pages. */
  readonly isHosted: boolean;
}

const noOrigin: TurnOrigin = { requestId: null, traceparent: null, isHosted: false };

export function brandAdmitted(
  facts: TurnFacts,
  client: Client,
  agent: Agent,
  { requestId, traceparent, isHosted }: TurnOrigin = noOrigin,
): AdmittedTurn {
  const guidance = guidanceOf(client.guidance.get(agent.slug), facts.usesDraft === true);
  return { ...facts, client, agent, guidance, requestId, traceparent, isHosted } as AdmittedTurn;
}

/** What the provider counted; null where it did not. */
export interface TokenCounts {
  readonly input: number | null;
  readonly output: number | null;
}

export interface CompletedAnswer {
  readonly kind: 'completed';
  readonly finishReason: 'stop' | 'length';
  readonly tokens: TokenCounts;
  /** Absent where neither a document was looked at nor a tool was used. */
  readonly sources?: AnswerSources;
  /** What the answer asks a person; absent for nothing. */
  readonly action?: Action;
}

/** How one attempt ended. `released` and `lost` do not end the turn: another attempt or process continues it. */
export type TurnEnd =
  | CompletedAnswer
  | { readonly kind: 'cancelled'; readonly code: TurnErrorCode }
  | { readonly kind: 'failed'; readonly code: TurnErrorCode; readonly reason?: FailureReason | null }
  | { readonly kind: 'released' }
  | { readonly kind: 'lost' };

/** The stored turn as the job routes show it. */
export interface TurnRecord {
  readonly id: string;
  readonly conversationId: string;
  readonly messageId: string;
  readonly agentSlug: string;
  readonly kind: TurnKind;
  readonly state: JobStatus;
  readonly lane: Lane | null;
  /** 1 = next, 0 = running, null = final or not in a queue. */
  readonly position: number | null;
  readonly etaSeconds: number | null;
  readonly attempt: number;
  readonly priority: boolean;
  readonly deepDive: boolean;
  readonly refunded: boolean;
  /** It sends what a person has said yes to. */
  readonly isConfirmation: boolean;
  readonly finishReason: FinishReason | null;
  readonly errorCode: TurnErrorCode | null;
  readonly errorReason: FailureReason | null;
  readonly tokens: TokenCounts;
  /** The tools that it uses, in their order. */
  readonly steps: readonly ShownStep[];
  /** What its answer asks a person, once it has ended. */
  readonly actions: readonly ActionRecord[];
  readonly createdAt: Date;
  readonly startedAt: Date | null;
  readonly finishedAt: Date | null;
}

export function isFinal(state: JobStatus): boolean {
  return state !== 'queued' && state !== 'running';
}
