import type { ProcessResource, Queue } from '#contract/console/live.ts';
import type { LaneRow, ScreenProcess } from './screen-store.ts';

/** Moments and no ages: what has not changed is not sent again. */
export function presentLanes(rows: readonly LaneRow[]): Queue['lanes'] {
  return rows.map(({ lane, queued, oldestAt }) => ({
    lane,
    queued,
    oldest_at: oldestAt?.toISOString() ?? null,
  }));
}

export function presentProcess(process: ScreenProcess): ProcessResource {
  const { id, startedAt, slots, state, isDraining, silentSince } = process;
  return {
    id,
    roles: [...(state?.roles ?? [])],
    version: state?.version ?? null,
    started_at: startedAt.toISOString(),
    live: silentSince === null,
    silent_since: silentSince?.toISOString() ?? null,
    slots,
    busy: state?.busySlots ?? 0,
    draining: isDraining,
  };
}
