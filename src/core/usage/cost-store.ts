import type { CallFigures } from '../models/counted-call.ts';
import type { CostSum } from './cost.ts';

/** One client on one UTC day. */
export interface ClientDay {
  readonly clientSlug: string;
  readonly day: string;
}

/** Calls to models with what they cost. */
export interface Used extends CallFigures {
  readonly cost: CostSum;
}

export interface CostOfDay extends ClientDay {
  readonly cost: CostSum;
}

export interface ClientMonth extends Used {
  readonly clientId: number;
  readonly clientSlug: string;
  readonly name: string;
}

/** A month is named by its first day. */
export interface MonthFilter {
  /** Null: the month of the database's clock. */
  readonly month: string | null;
  /** Null: all clients. */
  readonly clientSlug: string | null;
}

export type ClientMonthKey = readonly [calls: number, clientId: number];

/** The groups of a series whose costs are wanted, as its rows name them; what else was used is one more, null. */
export interface CostSeriesFilter {
  readonly clientSlug: string | null;
  /** Days, both included. */
  readonly from: string;
  readonly to: string;
  readonly by: 'total' | 'client' | 'model' | 'agent';
  readonly groups: readonly string[];
}

export interface CostSeries {
  /** The sum of all groups and days. */
  readonly all: CostSum;
  readonly rows: readonly CostSeriesRow[];
}

export interface CostSeriesRow {
  /** Null: all days of the series. */
  readonly day: string | null;
  /** Null: every group that is not among those that were asked for. */
  readonly group: string | null;
  readonly cost: CostSum;
}

/** A row of the export: calls that are alike, or the turns of a client on a day. */
export type ExportedUsage = ExportedCalls | ExportedTurns;

export interface ExportedCalls extends Omit<CallFigures, 'callsWithoutTokens'> {
  readonly row: 'calls';
  readonly client: string;
  readonly day: string;
  readonly agent: string;
  readonly provider: string;
  readonly model: string;
  readonly kind: string;
  readonly outcome: string;
  readonly cost: string | null;
  readonly currency: string | null;
}

export interface ExportedTurns {
  readonly row: 'turns';
  readonly client: string;
  readonly day: string;
  readonly requests: number;
  readonly priority: number;
  readonly deepDive: number;
}

/**
 * What was used in money: tokens of calls times the prices of their day, summed up on each reading. Nothing
 * here is stored as money.
 */
export interface CostStore {
  /** One row for each, in the same order. */
  ofClientDays(days: readonly ClientDay[]): Promise<readonly CostOfDay[]>;
  series(filter: CostSeriesFilter): Promise<CostSeries>;
  /** The first day of the month, and all that was used in it. */
  ofMonth(filter: MonthFilter): Promise<Used & { readonly month: string }>;
  /** The clients that called a model in the month, the most calls first: those after `after`. */
  clientsOfMonth(filter: MonthFilter, after: ClientMonthKey | null, limit: number): Promise<ClientMonth[]>;
  /** Everything that was used in the month, by client. Rows are read page by page. */
  exportMonth(month: string): AsyncIterable<ExportedUsage>;
}
