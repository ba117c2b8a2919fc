import type { UsageAnswer } from '#contract/resources.ts';
import type { BlockedUserStore } from '../identity/blocked-user.ts';
import type { Caller, Owner } from '../identity/caller.ts';
import { presentUsage, type UsageCounts } from './usage.ts';
import type { UsageStore } from './usage-store.ts';

export interface ReadUsage {
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
