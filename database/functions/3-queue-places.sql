-- The fair order of the claimable jobs: the place of each, and the number of jobs before it.

-- Every transaction that changes a tag or the counts of a lane holds this one lock until it ends: a batch meets
-- clients and ranges in any order, and row locks that are taken in any order deadlock.
create or replace function lock_queue() returns void language sql as
$$ select pg_advisory_xact_lock(hashtext('parley queue')) $$;

-- The last tag of a client's next p_count jobs: right behind its own backlog, or at the lane's virtual time.
create or replace function next_tag(p_lane text, p_client integer, p_count integer default 1) returns bigint
language plpgsql as $$
declare
  v_tag bigint;
begin
  perform lock_queue();
  insert into lane_clients (lane, client_id, last_tag)
  select p_lane, p_client, l.virtual_time + p_count from lanes l where l.lane = p_lane
  on conflict (lane, client_id) do update
    set last_tag = greatest(lane_clients.last_tag + p_count, excluded.last_tag)
  returning last_tag into v_tag;
  return v_tag;
end $$;

-- The range of a level that contains a place.
create or replace function range_of(p_lane text, p_level integer, p_tag bigint, p_id uuid) returns setof lane_ranges
language sql stable as $$
  select * from lane_ranges where lane = p_lane and level = p_level and (tag, id) <= (p_tag, p_id)
  order by tag desc, id desc limit 1
$$;

-- The size of a range after a split, which is at least half of the largest size.
create or replace function range_size(p_level integer) returns integer language sql immutable as
$$ select 2 << (5 * p_level) $$;

-- The number of jobs that start before this place, including the job itself: 1 is the next.
create or replace function queue_position(p_lane text, p_tag bigint, p_id uuid) returns bigint language plpgsql stable
set plan_cache_mode = force_generic_plan set enable_seqscan = off set enable_sort = off as $$
begin
  return (select 1
    + coalesce((select sum(queued) from lane_ranges
        where lane = p_lane and level = 3 and (tag, id) < (l3.tag, l3.id)), 0)
    + coalesce((select sum(queued) from lane_ranges
        where lane = p_lane and level = 2 and (tag, id) >= (l3.tag, l3.id) and (tag, id) < (l2.tag, l2.id)), 0)
    + coalesce((select sum(queued) from lane_ranges
        where lane = p_lane and level = 1 and (tag, id) >= (l2.tag, l2.id) and (tag, id) < (l1.tag, l1.id)), 0)
    + (select count(*) from turns where lane = p_lane and tag is not null and not limited
        and (tag, id) >= (l1.tag, l1.id) and (tag, id) < (p_tag, p_id))
    + (select count(*) from turns where lane = p_lane and tag is not null and limited
        and (tag, id) >= (l1.tag, l1.id) and (tag, id) < (p_tag, p_id))
    from range_of(p_lane, 3, p_tag, p_id) l3, range_of(p_lane, 2, p_tag, p_id) l2,
      range_of(p_lane, 1, p_tag, p_id) l1);
end $$;

-- The places of many turns at once, by id. Turns in one range share the sum of the ranges before it.
create or replace function queue_positions(p_lanes text[], p_tags bigint[], p_ids uuid[]) returns jsonb
language plpgsql stable set plan_cache_mode = force_generic_plan set enable_seqscan = off set enable_mergejoin = off as $$
begin
  return (
    with ranges as materialized (
      select *, queue_position(lane, from_tag, from_id) as place
      from (
        select distinct on (t.lane, r.tag, r.id) t.lane, t.tag, t.id, r.tag as from_tag, r.id as from_id
        from unnest(p_lanes, p_tags, p_ids) t(lane, tag, id), lateral range_of(t.lane, 1, t.tag, t.id) r
        order by t.lane, r.tag, r.id, t.tag desc, t.id desc
      ) last
    )
    select jsonb_object_agg(id, place)
    from (
      select c.id, r.place - 1
        + row_number() over (partition by r.lane, r.from_tag, r.from_id order by c.tag, c.id) as place
      from ranges r, lateral claimable(r.lane, r.from_tag, r.from_id, r.tag, r.id) c
    ) counted
  );
end $$;

-- The position that a waiting turn would get if it entered now.
create or replace function waiting_position(p_lane text, p_client integer) returns bigint language sql stable as $$
  select queue_position(p_lane,
    greatest(l.virtual_time, coalesce(c.last_tag, 0)) + 1, 'ffffffff-ffff-ffff-ffff-ffffffffffff')
  from lanes l left join lane_clients c on c.lane = l.lane and c.client_id = p_client
  where l.lane = p_lane
$$;

-- The number of jobs that wait for a worker, in all lanes.
create or replace function queue_length() returns bigint language sql stable as $$
  select coalesce(sum(queued), 0)::bigint from lane_ranges where lane in ('standard', 'priority') and level = 3
$$;

-- The claimable turns between two places, both included.
create or replace function claimable(p_lane text, p_from_tag bigint, p_from_id uuid, p_to_tag bigint, p_to_id uuid)
returns table (tag bigint, id uuid) language sql stable as $$
  select tag, id from turns where lane = p_lane and tag is not null and not limited
    and (tag, id) >= (p_from_tag, p_from_id) and (tag, id) <= (p_to_tag, p_to_id)
  union all
  select tag, id from turns where lane = p_lane and tag is not null and limited
    and (tag, id) >= (p_from_tag, p_from_id) and (tag, id) <= (p_to_tag, p_to_id)
$$;
