import type { IfBusy, OnDisconnect } from '#contract/chat.ts';
import type { Lane, TurnKind } from '#contract/jobs.ts';
import type { Language } from '#contract/languages/languages.ts';
import type { QuotaDimension, QuotaScope } from '#contract/quota.ts';
import type { Owner } from '../../identity/caller.ts';
import type { UsageCounts } from '../../usage/usage.ts';
import type { HistoryMessage, TurnContext } from '../turn.ts';

export type Listing = 'listed' | 'unlisted';

/** What a request for a response says that its turn and its messages do not, kept as long as its conversation. */
export interface ResponseRequestFacts {
  /** The requester's own, after those of the agent; empty without any. */
  readonly instructions: string;
  /** The most tokens of the answer. */
  readonly maxTokens: number | null;
  /** The turn of the response that it continues. */
  readonly previousTurnId: string | null;
  /** What its response shows of its metadata. */
  readonly metadata: Readonly<Record<string, string>>;
  /** The bytes of all text that was sent, from which tokens are estimated. */
  readonly askedBytes: number;
}

export interface ConfirmedAction {
  readonly id: string;
  readonly by: Decider;
}

/** A client's backend for its user, or the user. */
export type Decider = 'key' | 'session';

/** Everything that admission decides on, and every id that it will store. */
export interface Admission {
  readonly owner: Owner;
  readonly clientVersion: number;
  /** The client has a limit of concurrent turns. */
  readonly isConcurrencyLimited: boolean;
  /** Row ids of a signed-in hosted user and its session, both of which must still stand. */
  readonly hostedUserId: string | null;
  readonly sessionId: string | null;
  /** The id of the request, unless a proxy chose that. */
  readonly turnId: string;
  /** The id that a proxy chose for the request; null where the turn has the id of its request. */
  readonly foreignRequestId: string | null;
  readonly conversationId: string | null;
  readonly newConversationId: string;
  readonly userMessageId: string;
  readonly messageId: string;
  readonly agentSlug: string | null;
  readonly prompt: string | null;
  readonly title: string;
  /** Earlier messages that the request imports into its new conversation, oldest first. */
  readonly imported: readonly HistoryMessage[];
  /** Whether lists show the conversation from now on; null leaves it as it is, and a new one is shown. */
  readonly listing: Listing | null;
  /** Absent where the request is not one for a response. */
  readonly response?: ResponseRequestFacts | null;
  /** Absent where the question came with nothing. */
  readonly context?: TurnContext | null;
  /** The language in which the reader learns what tools do; absent where the turn can use none. */
  readonly language?: Language | null;
  /** The call that its user confirms; absent for every other turn. */
  readonly action?: ConfirmedAction | null;
  readonly kind: TurnKind;
  readonly lane: Lane;
  readonly priority: boolean;
  readonly deepDive: boolean;
  readonly retry: boolean;
  /** The version of the client's own instructions that a prompt to each agent has; those without any are absent. */
  readonly guidance: ReadonlyMap<string, number>;
  /** It tries them, which a conversation that lists show is not for. */
  readonly isTry: boolean;
  /** The question that the new one replaces, with everything after it. */
  readonly replaces: string | null;
  readonly ifBusy: IfBusy;
  readonly onDisconnect: OnDisconnect;
  readonly idempotencyKey: string | null;
  readonly requestHash: string | null;
  readonly processId: string;
  readonly queueCapacity: number;
  /** The trace that a job's answer links to; null for a stream, and while no traces are recorded. */
  readonly traceparent: string | null;
}

export type AdmissionResult =
  | {
      readonly status: 'admitted';
      readonly state: 'running' | 'queued';
      readonly agentSlug: string;
      readonly userMessageId: string;
      /** The stored prompt of a retry; null when the one that was sent is used. */
      readonly prompt: string | null;
      readonly history: readonly HistoryMessage[];
      readonly usage: UsageCounts;
      readonly position: number | null;
      readonly createdAt: Date;
    }
  | { readonly status: 'replay'; readonly turnId: string; readonly usage: UsageCounts }
  | { readonly status: 'conversation_busy'; readonly jobUuid: string }
  | { readonly status: 'rate_limited'; readonly retryAfterSeconds: number }
  | { readonly status: 'too_many_concurrent'; readonly scope: QuotaScope }
  | {
      readonly status: 'quota_exceeded';
      readonly dimension: QuotaDimension;
      readonly scope: QuotaScope;
      readonly usage: UsageCounts;
    }
  | {
      readonly status:
        | 'stale'
        | 'user_disabled'
        | 'session_revoked'
        | 'user_blocked'
        | 'conversation_not_found'
        | 'agent_not_allowed'
        | 'idempotency_mismatch'
        | 'no_response_to_retry'
        | 'retry_prompt_differs'
        | 'message_not_found'
        | 'conversation_listed'
        | 'action_not_found'
        | 'action_closed'
        | 'queue_full';
    };
