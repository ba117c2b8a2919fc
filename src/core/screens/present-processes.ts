import type { ProcessResource, Queue } from '#contract/console/live.ts';
import type { ProcessRow } from '../numbers/stored-numbers.ts';
import type { LaneRow } from './screen-store.ts';

/** Moments and no ages: what has not changed is not sent again. */
export function presentLanes(rows: readonly LaneRow[]): Queue['lanes'] {
  return rows.map(({ lane, queued, oldestAt }) => ({
    lane,
    queued,
    oldest_at: oldestAt?.toISOString() ?? null,
  }));
}

export function presentProcess(
  { id, startedAt, slots, state }: ProcessRow,
  isDraining: boolean,
): ProcessResource {
  return {
    id,
    roles: [...(state?.roles ?? [])],
    version: state?.version ?? null,
    started_at: startedAt.toISOString(),
    live: true,
    slots,
    busy: state?.busySlots ?? 0,
    draining: isDraining,
  };
}
