import type { Owner } from '../identity/caller.ts';
import type { UsageCounts } from './usage.ts';

/** Reads what an owner and its client have used today, by the database's clock. */
export interface UsageStore {
  today(owner: Owner): Promise<UsageCounts>;
}
