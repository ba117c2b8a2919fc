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
  readonly users: ReadonlyMap<string, UserFacts>;
  /** Conversations that exist and belong to the end user who asks. */
  readonly conversations: ReadonlyMap<string, ConversationFacts>;
  readonly keys: ReadonlyMap<string, KeyFacts>;
  /** By the id of the turn that is asked for. */
  readonly signIns: ReadonlyMap<string, SignInFacts>;
  /** The last question of the conversation in which something is retried; by the id of the turn that is asked for. */
  readonly questions: ReadonlyMap<string, QuestionFacts>;
  readonly running: RunningFacts;
}

export interface ClientFacts {
  readonly version: number;
  readonly dailyLimit: number | null;
  readonly userRequestsLimit: number | null;
  readonly userPriorityLimit: number | null;
  readonly userDeepDiveLimit: number | null;
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

export interface UserFacts {
  readonly requests: number;
  readonly priority: number;
  readonly deepDive: number;
}

export interface ConversationFacts {
  readonly agentSlug: string;
  readonly isAgentAllowed: boolean;
  readonly nextSeq: number;
  /** The turn that runs in it, or else the first that waits. */
  readonly busyTurnId: string | null;
  readonly hasWaitingStream: boolean;
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

/** Conversations in which an answer runs or a stream waits; of clients with a limit of concurrent turns only. */
export interface RunningFacts {
  readonly ofClients: ReadonlyMap<number, number>;
  readonly ofUsers: ReadonlyMap<string, number>;
  /** Those among them that the batch asks for. */
  readonly conversations: ReadonlySet<string>;
}
