import type { UsageAnswer } from '#contract/resources.ts';
import type { Caller, Owner } from '../identity/caller.ts';
import { presentUsage, type UsageCounts } from './usage.ts';
import type { UsageStore } from './usage-store.ts';

export interface ReadUsage {
  readonly answer: UsageAnswer;
  /** The counters for the headers about the same limits. */
  readonly counts: UsageCounts;
}

/** Today's usage as GET /usage returns it. */
export async function readUsage(usage: UsageStore, caller: Caller, owner: Owner): Promise<ReadUsage> {
  const counts = await usage.today(owner);
  return { answer: { ok: true, usage: presentUsage(caller, counts) }, counts };
}
