import type { FoundKind } from '#contract/console/found.ts';
import type { Lane, TurnKind } from '#contract/jobs.ts';
import type { QuotaDimension } from '#contract/quota.ts';
import type { AuditEntry } from '../audit/audit.ts';
import type { ProcessRow } from '../numbers/stored-numbers.ts';

export type Charges = Readonly<Record<QuotaDimension, number>>;

/** What was charged on the last two UTC days, over all clients. */
export interface ChargesOfDays {
  readonly day: string;
  readonly today: Charges;
  readonly yesterday: Charges;
  readonly activeClients: number;
}

export interface ClientAtLimit {
  readonly slug: string;
  readonly name: string;
  readonly used: number;
  readonly limit: number;
}

/** A turn that waits or runs, without a word of it. */
export interface LiveTurnRow {
  readonly id: string;
  readonly clientSlug: string;
  readonly externalUserId: string;
  readonly state: 'queued' | 'running';
  readonly kind: TurnKind;
  readonly lane: Lane | null;
  readonly agentSlug: string;
  /** `<provider>/<model>`, once it is stored. */
  readonly model: string | null;
  readonly attempt: number;
  readonly processId: string | null;
  readonly deepDive: boolean;
  readonly isCancelling: boolean;
  readonly createdAt: Date;
  readonly startedAt: Date | null;
  /** Microseconds since 1970 by which the list is ordered. */
  readonly since: number;
}

export interface LiveTurnFilter {
  readonly state: LiveTurnRow['state'];
  readonly clientSlug: string | null;
}

export type LiveTurnKey = readonly [since: number, id: string];

export interface ChargesToday {
  readonly day: string;
  readonly charges: ReadonlyMap<number, Charges>;
}

export interface LaneRow {
  readonly lane: Lane;
  /** Jobs that a worker may claim. */
  readonly queued: number;
  /** When the oldest waiting job came; null while a worker may claim none. */
  readonly oldestAt: Date | null;
}

export interface ProviderMinute {
  readonly at: Date;
  readonly provider: string;
  readonly calls: number;
  readonly failed: number;
  readonly timeouts: number;
}

export interface ScreenProcess extends ProcessRow {
  readonly isDraining: boolean;
  /** When a process whose lease has expired was last heard from; null for one that is alive. */
  readonly silentSince: Date | null;
}

/** Slugs of some clients, and whether there are more. */
export interface SomeClients {
  readonly slugs: readonly string[];
  readonly hasMore: boolean;
}

/** What happened in one minute. */
export interface MinuteRow {
  readonly at: Date;
  readonly count: number;
  readonly failed: number;
}

/** Something that an id names. */
export interface FoundRow {
  readonly kind: FoundKind;
  readonly clientSlug: string | null;
  readonly userId: string | null;
  readonly detail: string | null;
  readonly at: Date;
}

/** What the screens ask beside the lists of the administration. Nothing here counts rows of turns. */
export interface ScreenStore {
  chargesOfDays(): Promise<ChargesOfDays>;
  /** Clients that have used at least this share of their daily limit, the closest to it first. */
  clientsAtLimit(share: number, limit: number): Promise<ClientAtLimit[]>;
  /** Charges of the current UTC day, by client id; a client that is missing has used nothing. */
  chargesToday(clientIds: readonly number[]): Promise<ChargesToday>;
  /** When the newest turn of each client came, by client id; a client that is missing has none. */
  lastActive(clientIds: readonly number[]): Promise<ReadonlyMap<number, Date>>;
  /** How many questions to each agent are unanswered, each up to 1,000; an agent that is missing has none. */
  unansweredOf(clientId: number, agentSlugs: readonly string[]): Promise<ReadonlyMap<string, number>>;
  /** One row for each lane. */
  lanes(): Promise<LaneRow[]>;
  /** The last 60 minutes with calls, oldest first. */
  providerMinutes(): Promise<ProviderMinute[]>;
  /** Calls to all models on the current UTC day, by minutes with calls, oldest first. */
  callsOfToday(): Promise<MinuteRow[]>;
  /** The newest turns of a client on the current UTC day, `limit` at most, by minutes with turns, oldest first. */
  turnsOfToday(clientId: number, limit: number): Promise<MinuteRow[]>;
  /** Also those that are no longer heard from, until another process removes them. Oldest first. */
  processes(): Promise<ScreenProcess[]>;
  /** Oldest first. */
  liveTurns(filter: LiveTurnFilter, after: LiveTurnKey | null, limit: number): Promise<LiveTurnRow[]>;
  /** The client and the end user of a turn; null when there is none. */
  holderOfTurn(clientSlug: string, turnId: string): Promise<{ clientId: number; userId: string } | null>;
  clientsBoundTo(agentSlug: string, limit: number): Promise<SomeClients>;
  clientsWithDefault(agentSlug: string, limit: number): Promise<SomeClients>;
  /** Newest first. */
  changesOfAgent(agentSlug: string, limit: number): Promise<AuditEntry[]>;
  /** What an id names, newest first: every kind by its own index, in each client where that begins with the client. */
  find(id: string, kinds: readonly FoundKind[], limit: number): Promise<FoundRow[]>;
}
