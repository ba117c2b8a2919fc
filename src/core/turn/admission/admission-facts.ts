import type { PerDimension } from '#contract/quota.ts';

/**
 * What the database says about a batch of admissions, read under the locks that keep it true until the batch is
 * committed. Users, conversations and keys are found by the names of `admission-names.ts`.
 */
export interface AdmissionFacts {
  /** UTC day that owns the charges, `YYYY-MM-DD`. */
  readonly day: string;
  readonly at: Date;
  /** Jobs that wait for a worker. Counted without a lock, so it may be a moment old. */
  readonly queueLength: number;
  readonly clients: ReadonlyMap<number, ClientFacts>;
  /** Clients whose rows another transaction holds: nothing is known about them. */
  readonly held: ReadonlySet<number>;
  /** Without an entry a user has no usage today. */
  readonly users: ReadonlyMap<string, PerDimension<number>>;
  /** Conversations that exist and belong to the end user who asks. */
  readonly conversations: ReadonlyMap<string, ConversationFacts>;
  readonly keys: ReadonlyMap<string, KeyFacts>;
  /** By the id of the turn that is asked for. */
  readonly signIns: ReadonlyMap<string, SignInFacts>;
  /** The last question of the conversation in which something is retried; by the id of the turn that is asked for. */
  readonly questions: ReadonlyMap<string, QuestionFacts>;
  /** Of users of clients with a limit of concurrent turns. */
  readonly running: ReadonlyMap<string, RunningFacts>;
}

export interface ClientFacts {
  readonly version: number;
  readonly dailyLimit: number | null;
  readonly userLimits: PerDimension<number | null>;
  readonly burstPerMinute: number | null;
  readonly concurrentTurns: number | null;
  readonly concurrentTurnsPerUser: number | null;
  /** Charged today, to all of its users. */
  readonly requests: number;
  /** The minute that is being counted, if one is. */
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
  /** The turn that runs in it, or else the first that waits. */
  readonly busyTurnId: string | null;
  readonly hasWaitingStream: boolean;
  /** A turn runs in it, or a stream waits. */
  readonly isUnderWay: boolean;
}

export interface KeyFacts {
  readonly turnId: string;
  readonly requestHash: string;
  /** Older than 24 hours: it may be used again. */
  readonly isExpired: boolean;
}

export interface SignInFacts {
  readonly isEnabled: boolean;
  readonly hasSession: boolean;
}

export interface QuestionFacts {
  readonly messageId: string;
  readonly seq: number;
  readonly isAnswered: boolean;
  /** The prompt that was sent with the retry is this question's, or none was sent. */
  readonly isSame: boolean;
}

/** In how many conversations of a client, and of one of its users, a turn runs or a stream waits. */
export interface RunningFacts {
  readonly ofClient: number;
  readonly ofUser: number;
}
