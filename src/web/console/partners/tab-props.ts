import type { ClientOverview } from '#contract/console/screens.ts';

/** What every tab of a partner shows, and how it is read again after a change. */
export interface TabProps {
  readonly overview: ClientOverview;
  readonly refresh: () => Promise<void>;
}
