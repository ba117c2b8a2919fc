import type { UsageCounts } from '../../usage/usage.ts';
import type { Admission, AdmissionResult } from './admission.ts';
import type {
  ActionFacts,
  BurstFacts,
  ClientFacts,
  ConversationFacts,
  KeyFacts,
  QuestionFacts,
  RunningFacts,
  SignInFacts,
} from './admission-facts.ts';

/**
 * The data that decides about one request: the database's facts, and what earlier requests of its batch have used up.
 */
export interface Situation {
  readonly client: ClientFacts;
  /** Set for a request with a sign-in. */
  readonly signIn: SignInFacts | null;
  readonly isBlocked: boolean;
  /** Null for a new conversation, and for one that the user does not own. */
  readonly conversation: ConversationFacts | null;
  readonly key: KeyFacts | null;
  /** Set for a retry. */
  readonly question: QuestionFacts | null;
  /** The place of the question that the request replaces, if it has one. */
  readonly replacedSeq: number | null;
  /** Set for a try in a conversation: whether lists show that. */
  readonly isListed: boolean;
  /** Set for a confirmation. */
  readonly action: ActionFacts | null;
  readonly usage: UsageCounts;
  readonly burst: BurstFacts | null;
  /** Without the request's own conversation. */
  readonly running: RunningFacts;
  readonly queueLength: number;
}

export type Unadmitted = Exclude<AdmissionResult, { status: 'admitted' }>;

/** One rule of admission, named after the code of its refusal. Null: the rule does not refuse the request. */
export type AdmissionRule = (request: Admission, situation: Situation) => Unadmitted | null;
