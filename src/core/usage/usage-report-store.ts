import type { PerDimension } from '#contract/quota.ts';

/** What a client, or one of its users, used on one UTC day. */
export interface DailyUsage {
  /** `YYYY-MM-DD` */
  readonly day: string;
  readonly clientSlug: string;
  /** Null: all of the client. */
  readonly externalUserId: string | null;
  readonly counts: PerDimension<number>;
}

export interface DailyUsageFilter {
  readonly clientSlug: string | null;
  /** Needs a client. */
  readonly externalUserId: string | null;
  /** Days, both included; null leaves that end to the database's clock: 30 days up to today. */
  readonly from: string | null;
  readonly to: string | null;
}

export type DailyUsageKey = readonly [day: string, clientSlug: string];

/** Reads counters of any day. A day without a row has not been used. */
export interface UsageReportStore {
  /** Newest day first, then by client; those behind `after`. */
  list(filter: DailyUsageFilter, after: DailyUsageKey | null, limit: number): Promise<DailyUsage[]>;
  /** `day` null is today, by the database's clock. */
  clientDay(clientId: number, day: string | null): Promise<CountsOfDay>;
  userDay(clientId: number, externalUserId: string, day: string | null): Promise<CountsOfDay>;
}

export interface CountsOfDay {
  readonly day: string;
  readonly counts: PerDimension<number>;
}
