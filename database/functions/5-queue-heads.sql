-- Keeps `lane_heads`: for each client with a limit of concurrent turns, the first claimable job, as the user '' (the
-- empty name), and the first job of each of its users.

create or replace function enter_heads(p_lane text, p_client integer, p_user text, p_tag bigint, p_id uuid)
returns void language plpgsql as $$
begin
  insert into lane_heads as h (lane, client_id, user_id, tag, id)
    values (p_lane, p_client, p_user, p_tag, p_id), (p_lane, p_client, '', p_tag, p_id)
  on conflict (lane, client_id, user_id) do update set tag = excluded.tag, id = excluded.id
    where (h.tag, h.id) > (excluded.tag, excluded.id);
end $$;

create or replace function leave_heads(p_lane text, p_client integer, p_user text, p_id uuid) returns void
language plpgsql set enable_seqscan = off set enable_sort = off as $$
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

-- Recomputes all rows of one client.
create or replace function keep_heads(p_client integer) returns void language plpgsql as $$
begin
  delete from lane_heads where lane in ('standard', 'priority') and client_id = p_client;
  insert into lane_heads (lane, client_id, user_id, tag, id)
    select distinct on (lane, user_id) lane, client_id, user_id, tag, id
    from turns, unnest(array['', external_user_id]) user_id
    where client_id = p_client and state = 'queued' and tag is not null and limited
    order by lane, user_id, tag, id;
end $$;
