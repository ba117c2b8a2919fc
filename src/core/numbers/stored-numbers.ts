import type { Lane } from '#contract/jobs.ts';
import type { CallFigures } from '../models/counted-call.ts';
import type { ProcessState } from './process-report.ts';

/** The rows of a series are grouped by this, and by the day. */
export type SeriesGroup = 'total' | 'client' | 'model' | 'agent';

export interface SeriesFilter {
  /** Null: all clients. */
  readonly clientSlug: string | null;
  /** Days, both included; null leaves that end to the database's clock: 30 days up to today. */
  readonly from: string | null;
  readonly to: string | null;
  readonly by: SeriesGroup;
  /** How many groups, those with the most turns of these days, have rows of their own. */
  readonly mostGroups: number;
}

/** Ended turns of one day, by the day of their charge, and calls, by the day on which they began. */
export interface SeriesRow extends CallFigures {
  readonly day: string;
  /**
   * A slug or `<provider>/<model>`; empty for a total, and for turns that called no model. Null for all
   * groups together that are not among those with the most turns.
   */
  readonly group: string | null;
  readonly turns: number;
  readonly failed: number;
  readonly cancelled: number;
  readonly expired: number;
  readonly refunded: number;
  /** Turns with any text, and the mean time to it. */
  readonly firstTexts: number;
  readonly firstTextMs: number | null;
}

export interface RefusalRow {
  readonly code: string;
  readonly refusals: number;
}

export interface ClientRefusalRow extends RefusalRow {
  readonly client: string;
}

export interface Percentiles {
  readonly p50: number;
  readonly p95: number;
  readonly p99: number;
}

export interface ProviderRow {
  readonly provider: string;
  readonly model: string;
  readonly calls: number;
  readonly failed: number;
  readonly timeouts: number;
  /** In seconds; null when there were none. */
  readonly firstText: Percentiles | null;
  readonly duration: Percentiles | null;
}

export interface ProviderCalls extends CallFigures {
  readonly provider: string;
}

export interface ProcessRow {
  readonly id: string;
  readonly startedAt: Date;
  readonly slots: number;
  /** Mean time of a job in its slot. */
  readonly serviceMs: number | null;
  /** Null for a process of an earlier release, and before the first report. */
  readonly state: ProcessState | null;
}

export interface QueueRow {
  readonly lane: Lane;
  /** Jobs that a worker may claim. */
  readonly claimable: number;
  /** How long the oldest waiting job has waited; null while a worker may claim none. */
  readonly oldestSeconds: number | null;
}

/** Events on their way to the clients. */
export interface EventBacklog {
  /** How far reading the log lags behind the present. */
  readonly lagSeconds: number;
  readonly pendingDeliveries: number;
  /** How long the oldest attempt is overdue. */
  readonly overdueSeconds: number;
}

/** What keeps the database from removing replaced rows and old log. */
export interface Retention {
  readonly oldestTransactionSeconds: number;
  /** The most log that one replication slot keeps. */
  readonly slotBytes: number;
}

/** The documents of all clients, and the operator's. */
export interface KnowledgeSize {
  readonly documents: number;
  readonly chunks: number;
}

/** The stored numbers of all processes. Nothing here reads a row per turn, whatever the span. */
export interface StoredNumbers {
  /** Oldest day first, then by turns. */
  usageSeries(filter: SeriesFilter): Promise<readonly SeriesRow[]>;
  /** The refusals of the last minutes by their codes, seven days at most; most frequent first. */
  refusals(minutes: number, clientSlug: string | null): Promise<readonly RefusalRow[]>;
  /** The same by client and code, without requests whose client is not known. */
  refusalsOfClients(minutes: number, limit: number): Promise<readonly ClientRefusalRow[]>;
  /** The calls of the last minutes, seven days at most; by name. */
  providers(minutes: number): Promise<readonly ProviderRow[]>;
  /** The calls of today to each provider that has any, by the day on which they began. */
  callsOfToday(): Promise<readonly ProviderCalls[]>;
  /** Times in seconds to the first text of the calls to all models in the last minutes; null without calls. */
  firstText(minutes: number): Promise<Percentiles | null>;
  /** Live processes, oldest first. */
  processes(): Promise<readonly ProcessRow[]>;
  /** One row for each lane. */
  queues(): Promise<readonly QueueRow[]>;
  events(): Promise<EventBacklog>;
  retention(): Promise<Retention>;
  knowledge(): Promise<KnowledgeSize>;
}
