-- The fair order of the claimable jobs: the place of each, and the number of jobs before it.

-- Every transaction that changes a tag or the counts of a lane holds this one lock until it ends: a batch meets
-- clients and ranges in any order, and row locks that are taken in any order deadlock.
create or replace function lock_queue() returns void language sql as
$$ select pg_advisory_xact_lock(hashtext('parley queue')) $$;

-- The row of a lane. Its dead versions of earlier epochs, which an old transaction may keep by the thousand, are behind
-- it in the index: see 0025-old-snapshots.md.
create or replace function lane_of(p_lane text) returns setof lanes language sql stable as $$
  select * from lanes where lane = p_lane order by epoch desc limit 1
$$;

-- Raises the epoch of a lane and its rows about once in as many changes as the lane says, under the lock of the queue.
create or replace function renew_lane(l lanes, p_changes integer) returns void language plpgsql set enable_seqscan = off as $$
declare
  v_ranges  integer;
  v_clients integer;
  v_heads   integer;
begin
  if random() * l.renew_every >= p_changes then return; end if;
  update lane_ranges set epoch = l.epoch + 1 where lane = l.lane and epoch = l.epoch;
  get diagnostics v_ranges = row_count;
  update lane_clients set epoch = l.epoch + 1 where lane = l.lane and epoch = l.epoch;
  get diagnostics v_clients = row_count;
  update lane_heads set epoch = l.epoch + 1 where lane = l.lane and epoch = l.epoch;
  get diagnostics v_heads = row_count;
  update lanes set epoch = l.epoch + 1, renew_every = greatest(32, 2 * (v_ranges + v_clients + v_heads))
    where lane = l.lane and epoch = l.epoch;
end $$;

-- The last tag of a client's next p_count jobs: right behind its own backlog, or at the lane's virtual time.
create or replace function next_tag(p_lane text, p_client integer, p_count integer default 1) returns bigint
language plpgsql set enable_seqscan = off as $$
declare
  l     lanes;
  v_tag bigint;
begin
  perform lock_queue();
  select * into l from lane_of(p_lane);
  update lane_clients set last_tag = greatest(last_tag, l.virtual_time) + p_count
    where lane = p_lane and epoch = l.epoch and client_id = p_client
    returning last_tag into v_tag;
  if not found then
    v_tag := l.virtual_time + p_count;
    insert into lane_clients (lane, epoch, client_id, last_tag) values (p_lane, l.epoch, p_client, v_tag);
  end if;
  perform renew_lane(l, 1);
  return v_tag;
end $$;

-- The range of a level that contains a place.
create or replace function range_at(p_lane text, p_epoch bigint, p_level integer, p_tag bigint, p_id uuid)
returns setof lane_ranges language sql stable as $$
  select * from lane_ranges
  where lane = p_lane and epoch = p_epoch and level = p_level and (tag, id) <= (p_tag, p_id)
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
        where lane = p_lane and epoch = e.epoch and level = 3 and (tag, id) < (l3.tag, l3.id)), 0)
    + coalesce((select sum(queued) from lane_ranges
        where lane = p_lane and epoch = e.epoch and level = 2 and (tag, id) >= (l3.tag, l3.id)
          and (tag, id) < (l2.tag, l2.id)), 0)
    + coalesce((select sum(queued) from lane_ranges
        where lane = p_lane and epoch = e.epoch and level = 1 and (tag, id) >= (l2.tag, l2.id)
          and (tag, id) < (l1.tag, l1.id)), 0)
    + (select count(*) from claimable(p_lane, l1.tag, l1.id, p_tag, p_id) c where (c.tag, c.id) < (p_tag, p_id))
    from lane_of(p_lane) e, range_at(p_lane, e.epoch, 3, p_tag, p_id) l3,
      range_at(p_lane, e.epoch, 2, p_tag, p_id) l2, range_at(p_lane, e.epoch, 1, p_tag, p_id) l1);
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
        from unnest(p_lanes, p_tags, p_ids) t(lane, tag, id), lane_of(t.lane) e, range_at(t.lane, e.epoch, 1, t.tag, t.id) r
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
  from lane_of(p_lane) l
  left join lane_clients c
    on c.lane = p_lane and c.epoch = (select epoch from lane_of(p_lane)) and c.client_id = p_client
$$;

-- The number of jobs that wait for a worker in one lane, and in all.
create or replace function lane_length(p_lane text) returns bigint language plpgsql stable
set enable_seqscan = off as $$
begin
  return (select coalesce(sum(queued), 0) from lane_ranges
    where lane = p_lane and epoch = (select epoch from lane_of(p_lane)) and level = 3);
end $$;

create or replace function queue_length() returns bigint language plpgsql stable as $$
begin
  return lane_length('standard') + lane_length('priority');
end $$;

-- The first job of the clients with a limit of concurrent turns.
create or replace function first_head(p_lane text) returns setof lane_heads language sql stable as $$
  select * from lane_heads
  where lane = p_lane and epoch = (select epoch from lane_of(p_lane)) and user_id = '' order by tag, id limit 1
$$;

-- The claimable turns between two places, both included. The searches begin where the first of their turns can be,
-- behind the dead index entries of those that were claimed.
create or replace function claimable(p_lane text, p_from_tag bigint, p_from_id uuid, p_to_tag bigint, p_to_id uuid)
returns table (tag bigint, id uuid) language plpgsql stable
set plan_cache_mode = force_generic_plan set enable_seqscan = off as $$
declare
  f record;
begin
  select greatest(p_from_tag, l.first_tag) as tag, case when (p_from_tag, p_from_id) < (l.first_tag, l.first_id)
      then l.first_id else p_from_id end as id into f from lane_of(p_lane) l;
  return query select t.tag, t.id from turns t where t.lane = p_lane and t.tag is not null and not t.limited
    and (t.tag, t.id) >= (f.tag, f.id) and (t.tag, t.id) <= (p_to_tag, p_to_id);
  select greatest(p_from_tag, h.tag) as tag, case when (p_from_tag, p_from_id) < (h.tag, h.id)
      then h.id else p_from_id end as id into f from first_head(p_lane) h;
  if not found then return; end if;
  return query select t.tag, t.id from turns t where t.lane = p_lane and t.tag is not null and t.limited
    and (t.tag, t.id) >= (f.tag, f.id) and (t.tag, t.id) <= (p_to_tag, p_to_id);
end $$;
