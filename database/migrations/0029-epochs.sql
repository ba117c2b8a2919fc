-- A transaction that stays open keeps every dead version of a row, and a search by key goes through all of them. The
-- rows that every turn changes get an epoch, which is raised now and then: a search for the newest epoch meets only the
-- few versions since.

alter table usage_clients add column epoch integer not null default 0;
alter table usage_users add column epoch integer not null default 0;
alter table processes add column epoch integer not null default 0;
create index usage_clients_newest on usage_clients (client_id, day, epoch);
create index usage_users_newest on usage_users (client_id, day, external_user_id, epoch);
create index processes_newest on processes (id, epoch);

-- No unlimited claimable turn of the lane lies before first_tag and first_id. A lane's rows in the three other tables
-- have its epoch, which is raised about once in renew_every changes.
alter table lanes
  add column epoch bigint not null default 0,
  add column renew_every integer not null default 32,
  add column first_tag bigint not null default 0,
  add column first_id uuid not null default '00000000-0000-0000-0000-000000000000';
alter table lane_ranges add column epoch bigint not null default 0;
alter table lane_clients add column epoch bigint not null default 0;
alter table lane_heads add column epoch bigint not null default 0;
create unique index lanes_newest on lanes (lane, epoch);
create unique index lane_ranges_newest on lane_ranges (lane, epoch, level, tag, id);
create unique index lane_clients_newest on lane_clients (lane, epoch, client_id);
create unique index lane_heads_newest on lane_heads (lane, epoch, client_id, user_id);
create index lane_heads_first_clients on lane_heads (lane, epoch, tag, id) where user_id = '';
create index lane_heads_first_users on lane_heads (lane, epoch, client_id, tag, id) where user_id <> '';

-- A new version of a row is compared with all dead ones of the same key, so keys that stay the same are given up. The
-- lock of the queue keeps their rows single. Until the new functions are in place, these three write without them.
alter table lanes drop constraint lanes_pkey;
alter table lane_ranges drop constraint lane_ranges_pkey;
alter table lane_clients drop constraint lane_clients_pkey;
alter table lane_heads drop constraint lane_heads_pkey;
drop index lane_heads_of_clients;
drop index lane_heads_of_users;

create or replace function next_tag(p_lane text, p_client integer, p_count integer default 1) returns bigint
language plpgsql as $$
declare
  v_tag bigint;
begin
  perform lock_queue();
  update lane_clients c set last_tag = greatest(c.last_tag, l.virtual_time) + p_count
    from lanes l where l.lane = p_lane and c.lane = p_lane and c.client_id = p_client
    returning c.last_tag into v_tag;
  if found then return v_tag; end if;
  insert into lane_clients (lane, client_id, last_tag, epoch)
    select p_lane, p_client, l.virtual_time + p_count, l.epoch from lanes l where l.lane = p_lane
    returning last_tag into v_tag;
  return v_tag;
end $$;

create or replace function enter_heads(p_lane text, p_client integer, p_user text, p_tag bigint, p_id uuid)
returns void language plpgsql as $$
begin
  perform lock_queue();
  update lane_heads h set tag = p_tag, id = p_id
    where h.lane = p_lane and h.client_id = p_client and h.user_id in ('', p_user) and (h.tag, h.id) > (p_tag, p_id);
  insert into lane_heads (lane, client_id, user_id, tag, id, epoch)
    select p_lane, p_client, u.name, p_tag, p_id, l.epoch
    from lanes l, unnest(array['', p_user]) u(name)
    where l.lane = p_lane and not exists
      (select from lane_heads h where h.lane = p_lane and h.client_id = p_client and h.user_id = u.name);
end $$;

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
