-- Keeps `lane_heads`: for each client with a limit of concurrent turns, the first claimable job, as the user '' (the
-- empty name), and the first job of each of its users.

create or replace function enter_heads(p_lane text, p_client integer, p_user text, p_tag bigint, p_id uuid)
returns void language plpgsql set enable_seqscan = off as $$
declare
  l lanes;
begin
  perform lock_queue();
  select * into l from lane_of(p_lane);
  insert into lane_heads as h (lane, epoch, client_id, user_id, tag, id)
    values (p_lane, l.epoch, p_client, p_user, p_tag, p_id), (p_lane, l.epoch, p_client, '', p_tag, p_id)
  on conflict (lane, epoch, client_id, user_id) do update set tag = excluded.tag, id = excluded.id
    where (h.tag, h.id) > (excluded.tag, excluded.id);
end $$;

-- The next job of a user comes after the one that has left.
create or replace function leave_heads(p_lane text, p_client integer, p_user text, p_id uuid) returns void
language plpgsql set enable_seqscan = off set enable_sort = off as $$
declare
  l      lanes;
  h      lane_heads;
  v_next record;
begin
  select * into l from lane_of(p_lane);
  select * into h from lane_heads
    where lane = p_lane and epoch = l.epoch and client_id = p_client and user_id = p_user and id = p_id;
  if not found then return; end if;
  select tag, id into v_next from turns
    where lane = p_lane and client_id = p_client and external_user_id = p_user and tag is not null and limited
      and (tag, id) > (h.tag, h.id)
    order by tag, id limit 1;
  if found then
    update lane_heads set tag = v_next.tag, id = v_next.id
      where lane = p_lane and epoch = l.epoch and client_id = p_client and user_id = p_user;
  else
    delete from lane_heads where lane = p_lane and epoch = l.epoch and client_id = p_client and user_id = p_user;
  end if;
  select tag, id into v_next from lane_heads
    where lane = p_lane and epoch = l.epoch and client_id = p_client and user_id <> '' order by tag, id limit 1;
  if found then
    update lane_heads set tag = v_next.tag, id = v_next.id
      where lane = p_lane and epoch = l.epoch and client_id = p_client and user_id = '' and id <> v_next.id;
  else
    delete from lane_heads where lane = p_lane and epoch = l.epoch and client_id = p_client and user_id = '';
  end if;
end $$;

-- Recomputes all rows of one client.
create or replace function keep_heads(p_client integer) returns void language plpgsql as $$
begin
  perform lock_queue();
  delete from lane_heads h using unnest(array['standard', 'priority']) n(lane)
    where h.lane = n.lane and h.epoch = (select epoch from lane_of(n.lane)) and h.client_id = p_client;
  insert into lane_heads (lane, epoch, client_id, user_id, tag, id)
    select distinct on (t.lane, user_id) t.lane, l.epoch, t.client_id, user_id, t.tag, t.id
    from turns t, unnest(array['', external_user_id]) user_id, lane_of(t.lane) l
    where t.client_id = p_client and t.state = 'queued' and t.tag is not null and t.limited
    order by t.lane, user_id, t.tag, t.id;
end $$;
