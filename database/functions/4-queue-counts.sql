-- Keeps `lane_ranges` equal to the claimable jobs.

-- Splits a range that has grown too large into even parts, each of which begins where a range of the level below
-- begins; so the level below is split first.
create or replace function split_range(r lane_ranges) returns void language plpgsql
set enable_seqscan = off as $$
declare
  e       lane_ranges;
  v_parts integer := r.queued / range_size(r.level);
begin
  select * into e from lane_ranges
    where lane = r.lane and epoch = r.epoch and level = r.level and (tag, id) > (r.tag, r.id)
    order by tag, id limit 1;
  if not found then
    e.tag := 9223372036854775807;
    e.id := 'ffffffff-ffff-ffff-ffff-ffffffffffff';
  end if;
  insert into lane_ranges as n (lane, epoch, level, tag, id, queued)
    select r.lane, r.epoch, r.level, case when part = 0 then r.tag else tag end, case when part = 0 then r.id else id end, total
    from (
      select tag, id, part, row_number() over (partition by part order by tag, id) as nth,
        sum(queued) over (partition by part) as total, sum(queued) over () as everything
      from (
        select tag, id, queued, (sum(queued) over (order by tag, id) - queued) * v_parts / r.queued as part
        from (
          select c.tag, c.id, 1 as queued from claimable(r.lane, r.tag, r.id, e.tag, e.id) c
            where r.level = 1 and (c.tag, c.id) < (e.tag, e.id)
          union all
          select b.tag, b.id, b.queued from lane_ranges b where r.level > 1 and b.lane = r.lane
            and b.epoch = r.epoch and b.level = r.level - 1 and (b.tag, b.id) >= (r.tag, r.id) and (b.tag, b.id) < (e.tag, e.id)
        ) inside
      ) parted
    ) numbered
    -- Within a statement that counts turn by turn, the split is left to the next statement.
    where nth = 1 and everything = r.queued
  on conflict (lane, epoch, level, tag, id) do update set queued = excluded.queued;
end $$;

-- Adds turns to the ranges, or removes them. Triggers call it when a tag changes; a statement that inserts turns
-- calls it itself, because a trigger for the few turns with a tag would cost all of them. Many turns are counted at
-- once: ten thousand changes of one count in a transaction would leave as many row versions, each read by the next
-- change.
create or replace function count_turns(p_lanes text[], p_tags bigint[], p_ids uuid[], p_delta integer) returns void
language plpgsql set plan_cache_mode = force_generic_plan set enable_seqscan = off set enable_mergejoin = off
set enable_hashjoin = off as $$
declare
  v_grown lane_ranges;
begin
  if p_ids is null then return; end if;
  perform lock_queue();
  for v_grown in
    with smallest as materialized (
      select r.lane, r.epoch, r.tag, r.id, p_delta * count(*) as queued
      from unnest(p_lanes, p_tags, p_ids) t(lane, tag, id), lane_of(t.lane) e,
        range_at(t.lane, e.epoch, 1, t.tag, t.id) r
      group by 1, 2, 3, 4
    ), grown as (
      update lane_ranges n set queued = n.queued + g.queued
      from (
        select lane, epoch, 1 as level, tag, id, queued from smallest
        union all
        select r.lane, r.epoch, r.level, r.tag, r.id, sum(s.queued)
        from smallest s, generate_series(2, 3) l(level), range_at(s.lane, s.epoch, l.level, s.tag, s.id) r
        group by 1, 2, 3, 4, 5
      ) g
      where n.lane = g.lane and n.epoch = g.epoch and n.level = g.level and n.tag = g.tag and n.id = g.id
      returning n.*
    )
    select * from grown where queued > 2 * range_size(level) order by level
  loop
    perform split_range(v_grown);
  end loop;
end $$;

create or replace function count_turn(p_lane text, p_tag bigint, p_id uuid, p_delta integer) returns void language sql as
$$ select count_turns(array[p_lane], array[p_tag], array[p_id], p_delta) $$;

create or replace function turns_tag_changed() returns trigger language plpgsql as $$
begin
  if old.tag is not null then
    perform count_turn(old.lane, old.tag, old.id, -1);
    if old.limited then perform leave_heads(old.lane, old.client_id, old.external_user_id, old.id); end if;
  end if;
  if new.tag is not null then
    if new.limited then
      perform enter_heads(new.lane, new.client_id, new.external_user_id, new.tag, new.id);
    end if;
    perform count_turn(new.lane, new.tag, new.id, 1);
    -- A job that waits again goes before all others.
    update lanes set first_tag = new.tag, first_id = new.id
      where lane = new.lane and epoch = (select epoch from lane_of(new.lane))
        and (new.tag, new.id) < (first_tag, first_id);
  end if;
  return null;
end $$;

create or replace function turns_deleted() returns trigger language plpgsql as $$
begin
  perform count_turns(array_agg(lane), array_agg(tag), array_agg(id), -1) from gone where tag is not null;
  perform leave_heads(lane, client_id, external_user_id, id) from gone where tag is not null and limited;
  return null;
end $$;

-- Merges ranges of a lane that have become small, in each level after the one above.
create or replace function merge_lane_ranges(l lanes) returns void language plpgsql set enable_seqscan = off as $$
declare
  r    lane_ranges;
  kept lane_ranges;
begin
  for v_level in reverse 3 .. 1 loop
    delete from lane_ranges n
      where n.lane = l.lane and n.epoch = l.epoch and level = v_level and queued = 0 and tag >= 0 and not exists
        (select from lane_ranges u where u.lane = n.lane and u.epoch = n.epoch and u.level = n.level + 1
          and u.tag = n.tag and u.id = n.id);
    kept := null;
    for r in select * from lane_ranges
      where lane = l.lane and epoch = l.epoch and level = v_level order by tag, id
    loop
      if r.tag < 0 or kept.queued + r.queued > range_size(v_level) or exists (select from lane_ranges u
          where u.lane = r.lane and u.epoch = r.epoch and u.level = v_level + 1 and u.tag = r.tag and u.id = r.id) then
        kept := r;
      else
        kept.queued := kept.queued + r.queued;
        delete from lane_ranges n
          where n.lane = r.lane and n.epoch = r.epoch and n.level = v_level and n.tag = r.tag and n.id = r.id;
        update lane_ranges n set queued = kept.queued
          where n.lane = kept.lane and n.epoch = r.epoch and n.level = v_level and n.tag = kept.tag and n.id = kept.id;
      end if;
    end loop;
  end loop;
end $$;

-- Removes rows without effect: ranges that are nearly empty, clients whose last tag has passed, and output that a
-- heartbeat stored while its turn was ending.
create or replace function tidy_queue() returns void language plpgsql as $$
declare
  l lanes;
begin
  perform lock_queue();
  for l in select e.* from unnest(array['standard', 'priority']) n(lane), lane_of(n.lane) e loop
    perform merge_lane_ranges(l);
    delete from lane_clients where lane = l.lane and epoch = l.epoch and last_tag < l.virtual_time;
  end loop;
  delete from turn_output o using turns t
    where t.client_id = o.client_id and t.id = o.turn_id and t.state <> 'running';
end $$;
