/**
 * The claimable jobs of each lane of an array, and when its oldest waiting job came. Waiting jobs are found oldest
 * first, whatever their lane: in an empty lane that would go through every job of the others.
 */
export function laneRows(lanes: string): string {
  return `
    select c.lane, c.queued, case when c.queued > 0 then
      (select t.queued_at from turns t where t.state = 'queued' and t.lane = c.lane order by t.queued_at limit 1)
      end as oldest_at
    from (select l.lane, lane_length(l.lane)::float8 as queued from unnest(${lanes}::text[]) l(lane)) c`;
}
