import { type PerDimension, perDimension, type QuotaScope } from '#contract/quota.ts';
import type { Usage, UsageAnswer, UsageDimension } from '#contract/resources.ts';
import type { Client } from '../clients/client.ts';
import type { BlockedUserStore } from '../identity/blocked-user.ts';
import type { Caller, Owner } from '../identity/caller.ts';

/** Counters of one UTC day: the usage of the whole client and of one of its users. */
export interface UsageCounts {
  /** `YYYY-MM-DD`, by the database's clock. */
  readonly day: string;
  /** The database's time of the reading. The clock of this process does not decide when a day ends. */
  readonly at: Date;
  /** The client as a whole has a limit of requests only. */
  readonly clientRequests: number;
  readonly user: PerDimension<number>;
}

/**
 * The usage object of the wire. Every `used` is the user's own count. On a hosted route the limits and the remainders
 * are also the user's own, so that an end user learns nothing about the client's other users.
 */
export function presentUsage({ kind, client }: Caller, counts: UsageCounts): Usage {
  const resetAt = nextDay(counts.day);
  const own = perDimension((name) => dimension('user', counts.user[name], client.userLimits[name], resetAt));
  const ofClient = dimension('client', counts.clientRequests, client.dailyLimit, resetAt);
  return {
    ...own,
    requests: requestsDimension(kind, client, counts, resetAt),
    deep_dive: { ...own.deep_dive, enabled: client.deepDiveEnabled },
    reset_at: resetAt,
    timezone: 'UTC',
    ...(kind === 'api' ? { client: { requests: ofClient } } : {}),
    blocked: blockOf(client, counts, resetAt),
  };
}

/** The limit is the user's when there is one, else the client's; the remainder is bounded by both. */
function requestsDimension(
  kind: Caller['kind'],
  client: Client,
  { user: { requests: used }, clientRequests }: UsageCounts,
  resetAt: string,
): UsageDimension {
  const cap = client.userLimits.requests;
  const daily = kind === 'api' ? client.dailyLimit : null;
  if (daily === null) return dimension('user', used, cap, resetAt);
  const left = Math.min(daily - clientRequests, cap === null ? Infinity : cap - used);
  const own = dimension(cap === null ? 'client' : 'user', used, cap ?? daily, resetAt);
  return { ...own, remaining: Math.max(0, left) };
}

/** In the order in which admission checks them: the client's day comes first. */
function blockOf(client: Client, counts: UsageCounts, resetAt: string): Usage['blocked'] {
  const { dailyLimit, userLimits } = client;
  const block = (scope: QuotaScope) => ({ dimension: 'requests', scope, reset_at: resetAt }) as const;
  if (dailyLimit !== null && counts.clientRequests >= dailyLimit) return block('client');
  if (userLimits.requests !== null && counts.user.requests >= userLimits.requests) return block('user');
  return null;
}

export function dimension(
  scope: QuotaScope,
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

/** The day before, as `YYYY-MM-DD`. */
export function previousDay(day: string): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) - 86_400_000).toISOString().slice(0, 10);
}

/** Seconds to the end of the counted day, by the database's clock. */
export function secondsToReset({ day, at }: UsageCounts): number {
  return Math.max(0, Math.ceil((Date.parse(nextDay(day)) - at.getTime()) / 1000));
}

/** Reads what an owner and its client have used today, by the database's clock. */
export interface UsageStore {
  today(owner: Owner): Promise<UsageCounts>;
}

interface ReadUsage {
  readonly answer: UsageAnswer;
  /** The counters for the headers about the same limits. */
  readonly counts: UsageCounts;
}

export interface UsageReading {
  readonly usage: UsageStore;
  readonly blockedUsers: Pick<BlockedUserStore, 'isBlocked'>;
}

/** Today's usage as GET /usage returns it. It informs a blocked user, who would otherwise write for nothing. */
export async function readUsage(
  { usage, blockedUsers }: UsageReading,
  caller: Caller,
  owner: Owner,
): Promise<ReadUsage> {
  const [counts, isBlocked] = await Promise.all([usage.today(owner), blockedUsers.isBlocked(owner)]);
  const shown = { ...presentUsage(caller, counts), ...(isBlocked ? { user_blocked: true as const } : {}) };
  return { answer: { ok: true, usage: shown }, counts };
}
