-- The fair order of the jobs that may be claimed: their places, and how they are counted and found.

-- Everybody who changes a tag or the counts of a lane holds this one lock to the end of the transaction: a batch
-- meets clients and ranges in any order, and row locks taken in any order would end in deadlocks.
create function lock_queue() returns void language sql as
$$ select pg_advisory_xact_lock(hashtext('parley queue')) $$;

-- The last tag of a client's next p_count jobs: right behind its own backlog, or at the lane's virtual time.
create function next_tag(p_lane text, p_client integer, p_count integer default 1) returns bigint
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

-- How many claimable turns lie in a range of the order, which goes from this place to the next one of its level.
-- A range of level 1 holds at most 128 turns, and those of the levels above at most 32 times as many each, however
-- the turns lie: one that grows beyond is split. A range of a level begins where one of each level below does.
-- So a place is a sum over some hundred rows, with a million in the queue as with ten thousand at one tag.
create table lane_ranges (
  lane   text not null,
  level  integer not null,
  tag    bigint not null,
  id     uuid not null,
  queued integer not null,
  primary key (lane, level, tag, id)
) with (fillfactor = 50);
insert into lane_ranges
  select lane, level, -1, '00000000-0000-0000-0000-000000000000', 0 from lanes, generate_series(1, 3) level;

-- The range of a level that a place is in.
create function range_of(p_lane text, p_level integer, p_tag bigint, p_id uuid) returns setof lane_ranges
language sql stable as $$
  select * from lane_ranges where lane = p_lane and level = p_level and (tag, id) <= (p_tag, p_id)
  order by tag desc, id desc limit 1
$$;

-- What a range has when it was split, and at least half of what it may have.
create function range_size(p_level integer) returns integer language sql immutable as $$ select 2 << (5 * p_level) $$;

-- 1 = next.
create function queue_position(p_lane text, p_tag bigint, p_id uuid) returns bigint language plpgsql stable
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

-- The places of many turns at once, and of some before them, by id: those in one range share the sum before it.
create function queue_positions(p_lanes text[], p_tags bigint[], p_ids uuid[]) returns jsonb language plpgsql stable
set plan_cache_mode = force_generic_plan set enable_seqscan = off set enable_mergejoin = off as $$
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

-- Where a turn that waits for its conversation would stand if it entered now.
create function waiting_position(p_lane text, p_client integer) returns bigint language sql stable as $$
  select queue_position(p_lane,
    greatest(l.virtual_time, coalesce(c.last_tag, 0)) + 1, 'ffffffff-ffff-ffff-ffff-ffffffffffff')
  from lanes l left join lane_clients c on c.lane = l.lane and c.client_id = p_client
  where l.lane = p_lane
$$;

-- How many jobs wait for a worker, in all lanes.
create function queue_length() returns bigint language sql stable as $$
  select coalesce(sum(queued), 0)::bigint from lane_ranges where lane in ('standard', 'priority') and level = 3
$$;

-- The claimable turns from one place to another, both included.
create function claimable(p_lane text, p_from_tag bigint, p_from_id uuid, p_to_tag bigint, p_to_id uuid)
returns table (tag bigint, id uuid) language sql stable as $$
  select tag, id from turns where lane = p_lane and tag is not null and not limited
    and (tag, id) >= (p_from_tag, p_from_id) and (tag, id) <= (p_to_tag, p_to_id)
  union all
  select tag, id from turns where lane = p_lane and tag is not null and limited
    and (tag, id) >= (p_from_tag, p_from_id) and (tag, id) <= (p_to_tag, p_to_id)
$$;

-- Splits a range that has grown too large into even parts, each of which begins where one of the level below does:
-- so that level is split first.
create function split_range(r lane_ranges) returns void language plpgsql
set enable_seqscan = off as $$
declare
  e       lane_ranges;
  v_parts integer := r.queued / range_size(r.level);
begin
  select * into e from lane_ranges
    where lane = r.lane and level = r.level and (tag, id) > (r.tag, r.id) order by tag, id limit 1;
  if not found then
    e.tag := 9223372036854775807;
    e.id := 'ffffffff-ffff-ffff-ffff-ffffffffffff';
  end if;
  insert into lane_ranges as n (lane, level, tag, id, queued)
    select r.lane, r.level, case when part = 0 then r.tag else tag end, case when part = 0 then r.id else id end, total
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
            and b.level = r.level - 1 and (b.tag, b.id) >= (r.tag, r.id) and (b.tag, b.id) < (e.tag, e.id)
        ) inside
      ) parted
    ) numbered
    -- In the middle of a statement that counts turn by turn, the split is left to the next one.
    where nth = 1 and everything = r.queued
  on conflict (lane, level, tag, id) do update set queued = excluded.queued;
end $$;

-- Keeps the ranges equal to the claimable turns: triggers call it for whoever changes a tag, and those who insert
-- turns call it themselves, since a trigger for the few that have a tag would cost all. Many are counted at once: in
-- one transaction the versions of a count that was changed for each of ten thousand would all be read for the next.
create function count_turns(p_lanes text[], p_tags bigint[], p_ids uuid[], p_delta integer) returns void
language plpgsql set plan_cache_mode = force_generic_plan set enable_seqscan = off set enable_mergejoin = off
set enable_hashjoin = off as $$
declare
  v_grown lane_ranges;
begin
  if p_ids is null then return; end if;
  perform lock_queue();
  for v_grown in
    with smallest as materialized (
      select r.lane, r.tag, r.id, p_delta * count(*) as queued
      from unnest(p_lanes, p_tags, p_ids) t(lane, tag, id), lateral range_of(t.lane, 1, t.tag, t.id) r
      group by 1, 2, 3
    ), grown as (
      update lane_ranges n set queued = n.queued + g.queued
      from (
        select lane, 1 as level, tag, id, queued from smallest
        union all
        select r.lane, r.level, r.tag, r.id, sum(s.queued)
        from smallest s, generate_series(2, 3) l(level), lateral range_of(s.lane, l.level, s.tag, s.id) r
        group by 1, 2, 3, 4
      ) g
      where n.lane = g.lane and n.level = g.level and n.tag = g.tag and n.id = g.id
      returning n.*
    )
    select * from grown where queued > 2 * range_size(level) order by level
  loop
    perform split_range(v_grown);
  end loop;
end $$;

create function count_turn(p_lane text, p_tag bigint, p_id uuid, p_delta integer) returns void language sql as
$$ select count_turns(array[p_lane], array[p_tag], array[p_id], p_delta) $$;

create function turns_tag_changed() returns trigger language plpgsql as $$
begin
  if old.tag is not null then
    perform count_turn(old.lane, old.tag, old.id, -1);
    if old.limited then perform leave_heads(old.lane, old.client_id, old.external_user_id, old.id); end if;
  end if;
  if new.tag is not null then
    perform count_turn(new.lane, new.tag, new.id, 1);
    if new.limited then
      perform enter_heads(new.lane, new.client_id, new.external_user_id, new.tag, new.id);
    end if;
  end if;
  return null;
end $$;

create function turns_deleted() returns trigger language plpgsql as $$
begin
  perform count_turns(array_agg(lane), array_agg(tag), array_agg(id), -1) from gone where tag is not null;
  perform leave_heads(lane, client_id, external_user_id, id) from gone where tag is not null and limited;
  return null;
end $$;

create trigger turns_tag_updated after update of tag on turns
  for each row when (old.tag is distinct from new.tag
    and current_setting('parley.counts', true) is distinct from 'later')
  execute function turns_tag_changed();
create trigger turns_tag_deleted after delete on turns
  referencing old table as gone for each statement execute function turns_deleted();

-- Takes ranges together that have become small, in each level after the one above.
create function merge_ranges() returns void language plpgsql as $$
declare
  r    lane_ranges;
  kept lane_ranges;
begin
  for v_level in reverse 3 .. 1 loop
    delete from lane_ranges n where level = v_level and queued = 0 and tag >= 0 and not exists
      (select from lane_ranges u where u.lane = n.lane and u.level = n.level + 1 and u.tag = n.tag and u.id = n.id);
    kept := null;
    for r in select * from lane_ranges where level = v_level order by lane, tag, id loop
      if r.tag < 0 or kept.queued + r.queued > range_size(v_level) or exists (select from lane_ranges u
          where u.lane = r.lane and u.level = v_level + 1 and u.tag = r.tag and u.id = r.id) then
        kept := r;
      else
        kept.queued := kept.queued + r.queued;
        delete from lane_ranges n where n.lane = r.lane and n.level = v_level and n.tag = r.tag and n.id = r.id;
        update lane_ranges n set queued = kept.queued
          where n.lane = kept.lane and n.level = v_level and n.tag = kept.tag and n.id = kept.id;
      end if;
    end loop;
  end loop;
end $$;

-- Of the clients that had a limit of concurrent turns: the first claimable turn of each, as the user '', and of each
-- of their users. So a worker passes over a backlog that may not run by one row, however long it is.
create table lane_heads (
  lane      text not null,
  client_id integer not null,
  user_id   text not null,
  tag       bigint not null,
  id        uuid not null,
  primary key (lane, client_id, user_id)
) with (fillfactor = 50);
create index lane_heads_of_clients on lane_heads (lane, tag, id) where user_id = '';
create index lane_heads_of_users on lane_heads (lane, client_id, tag, id) where user_id <> '';

create function enter_heads(p_lane text, p_client integer, p_user text, p_tag bigint, p_id uuid) returns void
language plpgsql as $$
begin
  insert into lane_heads as h (lane, client_id, user_id, tag, id)
    values (p_lane, p_client, p_user, p_tag, p_id), (p_lane, p_client, '', p_tag, p_id)
  on conflict (lane, client_id, user_id) do update set tag = excluded.tag, id = excluded.id
    where (h.tag, h.id) > (excluded.tag, excluded.id);
end $$;

create function leave_heads(p_lane text, p_client integer, p_user text, p_id uuid) returns void language plpgsql
set enable_seqscan = off set enable_sort = off as $$
declare
  v_next record;
begin
  perform 1 from lane_heads where lane = p_lane and client_id = p_client and user_id = p_user and id = p_id;
  if not found then return; end if;
  select tag, id into v_next from turns
    where lane = p_lane and client_id = p_client and external_user_id = p_user and tag is not null and limited
    order by tag, id limit 1;
  if found then
    update lane_heads set tag = v_next.tag, id = v_next.id
      where lane = p_lane and client_id = p_client and user_id = p_user;
  else
    delete from lane_heads where lane = p_lane and client_id = p_client and user_id = p_user;
  end if;
  select tag, id into v_next from lane_heads where lane = p_lane and client_id = p_client and user_id <> ''
    order by tag, id limit 1;
  if found then
    update lane_heads set tag = v_next.tag, id = v_next.id
      where lane = p_lane and client_id = p_client and user_id = '' and id <> v_next.id;
  else
    delete from lane_heads where lane = p_lane and client_id = p_client and user_id = '';
  end if;
end $$;

-- All of a client, anew.
create function keep_heads(p_client integer) returns void language plpgsql as $$
begin
  delete from lane_heads where lane in ('standard', 'priority') and client_id = p_client;
  insert into lane_heads (lane, client_id, user_id, tag, id)
    select distinct on (lane, user_id) lane, client_id, user_id, tag, id
    from turns, unnest(array['', external_user_id]) user_id
    where client_id = p_client and state = 'queued' and tag is not null and limited
    order by lane, user_id, tag, id;
end $$;
