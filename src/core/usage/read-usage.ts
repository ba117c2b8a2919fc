import type { UsageAnswer } from '#contract/resources.ts';
import type { Caller, Owner } from '../identity/caller.ts';
import { presentUsage, type UsageCounts } from './usage.ts';
import type { UsageStore } from './usage-store.ts';

export interface ReadUsage {
  readonly answer: UsageAnswer;
  /** For the headers about the same limits. */
  readonly counts: UsageCounts;
}

/** The usage of today as GET /usage answers it. */
export async function readUsage(usage: UsageStore, caller: Caller, owner: Owner): Promise<ReadUsage> {
  const counts = await usage.today(owner);
  return { answer: { ok: true, usage: presentUsage(caller, counts) }, counts };
}
