import type { StoredNumbers } from '../numbers/stored-numbers.ts';
import type { ScreenStore } from '../screens/screen-store.ts';
import type { RecentReads } from './recent-reads.ts';

/** What the screens read. */
export interface ScreenServices {
  readonly screens: ScreenStore;
  readonly numbers: StoredNumbers;
  readonly recent: RecentReads;
}
