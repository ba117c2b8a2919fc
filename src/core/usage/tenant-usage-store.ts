import type { PerDimension } from '#contract/quota.ts';

/** What one person or partner's user used: today, and in the 30 days up to today. */
export interface UserUsage {
  readonly externalUserId: string;
  /** Of somebody who signs in. */
  readonly email: string | null;
  readonly today: PerDimension<number>;
  readonly month: PerDimension<number>;
}

export interface TenantUsageStore {
  /** Those who used most in the 30 days, most first. */
  topUsers(clientId: number, limit: number): Promise<UserUsage[]>;
  /** The end users with the highest use today, highest first. */
  topUsersToday(clientId: number, limit: number): Promise<Omit<UserUsage, 'month'>[]>;
}
