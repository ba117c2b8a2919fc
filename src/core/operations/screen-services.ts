import type { ProviderStates, Queue } from '#contract/console/live.ts';
import type { Failures, Overview, UsageMinutes, UsageSeries } from '#contract/console/screens.ts';
import type { Examined } from '../health/examined.ts';
import type { StoredNumbers } from '../numbers/stored-numbers.ts';
import type { ScreenStore } from '../screens/screen-store.ts';
import { SharedReads } from '../shared/shared-reads.ts';

/** What the screens read. */
export interface ScreenServices {
  readonly screens: ScreenStore;
  readonly numbers: StoredNumbers;
  readonly recent: RecentReads;
}

/** Shares one read among everyone who asks at about the same time: many open screens cost one. */
export interface RecentReads {
  readonly overview: SharedReads<Overview>;
  readonly failures: SharedReads<Failures>;
  readonly queue: SharedReads<Queue>;
  readonly providers: SharedReads<ProviderStates>;
  readonly doctor: SharedReads<readonly Examined[]>;
  readonly series: SharedReads<UsageSeries>;
  readonly minutes: SharedReads<UsageMinutes>;
}

const keptMs = 1_500;

export function createRecentReads(): RecentReads {
  return {
    overview: new SharedReads(keptMs),
    failures: new SharedReads(keptMs),
    queue: new SharedReads(keptMs),
    providers: new SharedReads(keptMs),
    doctor: new SharedReads(keptMs),
    series: new SharedReads(keptMs),
    minutes: new SharedReads(keptMs),
  };
}
