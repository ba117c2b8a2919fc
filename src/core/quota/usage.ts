import type { Usage, UsageDimension } from '#contract/resources.ts';
import type { Client } from '../tenants/client.ts';

/** Counters of one UTC day: what the whole client and one of its users have used. */
export interface UsageCounts {
  /** `YYYY-MM-DD`, by the database's clock. */
  readonly day: string;
  readonly clientRequests: number;
  readonly userRequests: number;
  readonly userPriority: number;
  readonly userDeepDive: number;
}

/** The usage object of the wire. `requests` is the user's meter when that user has a cap, else the client's. */
export function presentUsage(client: Client, counts: UsageCounts): Usage {
  const resetAt = nextDay(counts.day);
  const { userLimits } = client;
  const requests =
    userLimits.requests === null
      ? dimension('client', counts.clientRequests, client.dailyLimit, resetAt)
      : dimension('user', counts.userRequests, userLimits.requests, resetAt);
  return {
    requests,
    priority: dimension('user', counts.userPriority, userLimits.priority, resetAt),
    deep_dive: dimension('user', counts.userDeepDive, userLimits.deepDive, resetAt),
    reset_at: resetAt,
    timezone: 'UTC',
  };
}

export function dimension(
  scope: 'user' | 'client',
  used: number,
  limit: number | null,
  resetAt: string,
): UsageDimension {
  return {
    used,
    limit,
    remaining: limit === null ? null : Math.max(0, limit - used),
    label: `${used}/${limit ?? 'unlimited'}`,
    reset_at: resetAt,
    scope,
  };
}

/** Midnight UTC after a day, as `YYYY-MM-DDT00:00:00.000Z`. */
export function nextDay(day: string): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + 86_400_000).toISOString();
}
