import type { PerDimension } from '#contract/quota.ts';

/** The usage of one person or of one partner's user: today, and in the 30 days up to today. */
export interface UserUsage {
  readonly externalUserId: string;
  /** Set for a person who signs in. */
  readonly email: string | null;
  readonly today: PerDimension<number>;
  readonly month: PerDimension<number>;
}

export interface TenantUsageStore {
  /** The heaviest users of the 30 days, heaviest first. */
  topUsers(clientId: number, limit: number): Promise<UserUsage[]>;
  /** The end users with the highest use today, highest first. */
  topUsersToday(clientId: number, limit: number): Promise<Omit<UserUsage, 'month'>[]>;
}
