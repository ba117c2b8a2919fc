import type { PerDimension } from '#contract/quota.ts';
import type { LockedToolCall } from '../../tools/tool-call.ts';

/**
 * The database's facts about a batch of admissions, read under the locks that keep them true until the batch is
 * committed. Users, conversations and keys are found by the names of `admission-names.ts`.
 */
export interface AdmissionFacts {
  /** UTC day that owns the charges, `YYYY-MM-DD`. */
  readonly day: string;
  readonly at: Date;
  /** Jobs that wait for a worker. Counted without a lock, so the number may be slightly out of date. */
  readonly queueLength: number;
  readonly clients: ReadonlyMap<number, ClientFacts>;
  /** Clients whose rows another transaction holds, about which nothing is known. */
  readonly held: ReadonlySet<number>;
  /** A user without an entry has no usage today. */
  readonly users: ReadonlyMap<string, PerDimension<number>>;
  /** Users who may not send. */
  readonly blocked: ReadonlySet<string>;
  /** Conversations that exist and belong to the requesting end user. */
  readonly conversations: ReadonlyMap<string, ConversationFacts>;
  readonly keys: ReadonlyMap<string, KeyFacts>;
  /** By the id of the requested turn. */
  readonly signIns: ReadonlyMap<string, SignInFacts>;
  /** The last question of a conversation with a retry, by the id of the requested turn. */
  readonly questions: ReadonlyMap<string, QuestionFacts>;
  /**
   * The place of the question that a request replaces, by the id of the requested turn. A question that is set aside
   * has none.
   */
  readonly replaced: ReadonlyMap<string, number>;
  /** The requested turns that are tries in a conversation that lists show. */
  readonly listed: ReadonlySet<string>;
  /** The call that a request confirms, by the id of the requested turn. */
  readonly actions: ReadonlyMap<string, ActionFacts>;
  /** Counts for users of clients with a limit of concurrent turns. */
  readonly running: ReadonlyMap<string, RunningFacts>;
}

export interface ClientFacts {
  readonly version: number;
  readonly dailyLimit: number | null;
  readonly userLimits: PerDimension<number | null>;
  readonly burstPerMinute: number | null;
  readonly concurrentTurns: number | null;
  readonly concurrentTurnsPerUser: number | null;
  /** Whether its events are stored. */
  readonly usesEvents: boolean;
  /** Requests charged today to all of the client's users. */
  readonly requests: number;
  /** The current minute, if one has begun. */
  readonly burst: BurstFacts | null;
}

export interface BurstFacts {
  readonly requests: number;
  readonly retryAfterSeconds: number;
}

export interface ConversationFacts {
  readonly agentSlug: string;
  readonly isAgentAllowed: boolean;
  readonly nextSeq: number;
  /** The running turn, or else the first waiting one. */
  readonly busyTurnId: string | null;
  readonly hasWaitingStream: boolean;
  /** A turn runs in it, or a stream waits. */
  readonly isUnderWay: boolean;
}

export interface KeyFacts {
  readonly turnId: string;
  readonly requestHash: string;
  /** Older than 24 hours, so it may be used again. */
  readonly isExpired: boolean;
}

export interface SignInFacts {
  readonly isEnabled: boolean;
  readonly hasSession: boolean;
}

export interface QuestionFacts {
  readonly messageId: string;
  readonly seq: number;
  /** A turn for this question has ended, with or without text. */
  readonly isAnswered: boolean;
  /** The prompt sent with the retry equals this question, or none was sent. */
  readonly isSame: boolean;
}

export interface ActionFacts {
  readonly call: LockedToolCall;
  /** The conversation has had another turn since. */
  readonly isOvertaken: boolean;
  /** The answer that asks. */
  readonly messageId: string;
  /** The turn that an earlier yes has begun. */
  readonly turnId: string | null;
}

/** The number of conversations of a client, and of one of its users, in which a turn runs or a stream waits. */
export interface RunningFacts {
  readonly ofClient: number;
  readonly ofUser: number;
}
