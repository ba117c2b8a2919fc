import type { PerDimension } from '#contract/quota.ts';
import type { CallFigures } from '../models/counted-call.ts';

/** The usage of a client, or of one of its users, on one UTC day. */
export interface DailyUsage {
  /** `YYYY-MM-DD` */
  readonly day: string;
  readonly clientSlug: string;
  /** Null: the whole client. */
  readonly externalUserId: string | null;
  readonly counts: PerDimension<number>;
  /** The calls that began on the day; null for one user. */
  readonly calls: CallFigures | null;
}

export interface DailyUsageFilter {
  readonly clientSlug: string | null;
  /** Requires a client. */
  readonly externalUserId: string | null;
  /** Days, both included; null leaves that end to the database's clock: 30 days up to today. */
  readonly from: string | null;
  readonly to: string | null;
}

export type DailyUsageKey = readonly [day: string, clientSlug: string];

/** Reads counters of any day. A missing row means that nothing was used. */
export interface UsageReportStore {
  /** Newest day first, then by client; the rows after `after`. */
  list(filter: DailyUsageFilter, after: DailyUsageKey | null, limit: number): Promise<DailyUsage[]>;
  /** A null `day` is today, by the database's clock. */
  clientDay(clientId: number, day: string | null): Promise<CountsOfDay>;
  userDay(clientId: number, externalUserId: string, day: string | null): Promise<CountsOfDay>;
}

export interface CountsOfDay {
  readonly day: string;
  readonly counts: PerDimension<number>;
}
