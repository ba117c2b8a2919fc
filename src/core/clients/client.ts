import type { ModelEffort, Scope, SubscriptionStatus, SystemMessageMode } from '#contract/closed-sets.ts';
import type { PerDimension } from '#contract/quota.ts';
import type { AgentGuidance } from './guidance.ts';

/** The instructions and the model that answer a prompt, shared by all clients that may use them. */
export interface Agent {
  readonly slug: string;
  readonly name: string;
  readonly instructions: string;
  /** `<provider>/<model>`, or null for the default. */
  readonly model: string | null;
  readonly deepDive: {
    readonly model: string | null;
    readonly effort: ModelEffort;
    readonly instructions: string;
  };
}

/** How requests to the OpenAI-compatible routes are read. */
export interface OpenAiSettings {
  readonly system: SystemMessageMode;
  /** The request header that names the end user; null: none does. */
  readonly userHeader: string | null;
  /** The end user of a request that names none; null: it is refused. */
  readonly defaultUser: string | null;
}

/** One partner as the database holds it, with every agent it may use. A copy is valid only for its version. */
export interface Client {
  readonly id: number;
  readonly slug: string;
  readonly name: string;
  readonly sourceApp: string;
  readonly enabled: boolean;
  readonly subscriptionStatus: SubscriptionStatus;
  readonly dailyLimit: number | null;
  /** The most that one user may use on a day; null is unlimited. */
  readonly userLimits: PerDimension<number | null>;
  readonly deepDiveEnabled: boolean;
  readonly defaultAgent: string;
  readonly model: string | null;
  /** Ids of the providers that the client may use; null allows all. */
  readonly providers: readonly string[] | null;
  readonly scopes: readonly Scope[];
  readonly origins: readonly string[];
  readonly burstPerMinute: number | null;
  readonly concurrentTurns: number | null;
  readonly concurrentTurnsPerUser: number | null;
  /** Conversations untouched for this many days are deleted; null: none is. */
  readonly retentionDays: number | null;
  /** The most text of documents, in bytes; null: no limit. */
  readonly knowledgeBytes: number | null;
  /** The partner sees money, and otherwise tokens only. */
  readonly showCost: boolean;
  readonly openAi: OpenAiSettings;
  readonly handoffKid: string;
  readonly keyPrefix: string;
  /** When the previous key stops working; null: there is no previous key. */
  readonly previousKeyUntil: Date | null;
  /** The tenant's own choice: only the end users themselves read what they wrote. */
  readonly conversationsPrivate: boolean;
  /** The tenant's own choice: its pages make links of addresses that only a model wrote. */
  readonly modelLinks: boolean;
  /** Whether its events are stored: from its first endpoint, or its first look at the log. */
  readonly usesEvents: boolean;
  readonly version: number;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  readonly boundAgents: readonly string[];
  readonly agents: ReadonlyMap<string, Agent>;
  /** The agents that tools of the client are offered to: a turn with any other agent asks for none. */
  readonly toolAgents: readonly string[];
  /** The agents that have documents, by their slugs: the client's own, and the operator's for every client. */
  readonly documentedAgents: Readonly<Record<'client' | 'operator', ReadonlySet<string>>>;
  /** What the client adds to the instructions of agents, by their slugs. */
  readonly guidance: ReadonlyMap<string, AgentGuidance>;
}
