-- What happens to a turn while it waits, and when the process that runs it dies.

-- Whether one more turn of this client and user may run: 'yes', or who is at their limit. A stream that waits for the
-- turn that it interrupts has the place of that turn already.
create function room_of(p_client integer, p_user text) returns text language plpgsql as $$
declare
  c    record;
  used record;
begin
  select concurrent_turns, concurrent_turns_per_user into c from clients where id = p_client;
  if c.concurrent_turns is null and c.concurrent_turns_per_user is null then return 'yes'; end if;
  select count(distinct conversation_id) as of_client,
      count(distinct conversation_id) filter (where external_user_id = p_user) as of_user into used
    from turns where client_id = p_client and (state = 'running' or (state = 'queued' and process_id is not null));
  return case when used.of_client >= c.concurrent_turns then 'client'
    when used.of_user >= c.concurrent_turns_per_user then 'user' else 'yes' end;
end $$;

-- The same for a claim, which may act on a yes. The lock is the one under which streams are admitted, so that the
-- count is exact; it is never waited for, because a claim holds turns, which come later in the order, and only taken
-- where there seems to be room, because a claim may meet thousands that have none.
-- It is not the usage row of the day: nobody else sees that one before the day's first admission has ended.
create function has_room(p_client integer, p_user text) returns text language plpgsql as $$
declare
  v_room text := room_of(p_client, p_user);
begin
  if v_room <> 'yes' then return v_room; end if;
  if not pg_try_advisory_xact_lock(hashtext('parley rooms'), p_client) then return 'client'; end if;
  return room_of(p_client, p_user);
end $$;

-- The next jobs of a lane in their fair order, for a process that is alive. Clients and users at their limit of
-- concurrent turns are passed over.
create function claim_turns(p_lane text, p_process uuid, p_count integer) returns setof jsonb
language plpgsql set enable_seqscan = off set enable_sort = off as $$
declare
  t       turns;
  v_next  record;
  v_taken integer := 0;
  v_full_clients integer[] := '{}';
  v_full_users   text[] := '{}';
begin
  perform 1 from processes where id = p_process and lease_until > now() for key share;
  if not found then return; end if;
  perform 1 from lane_ranges where lane = p_lane and level = 3 and queued > 0 limit 1;
  if not found then return; end if;
  perform lock_queue();
  while v_taken < p_count loop
    -- A turn that is locked is passed over: who holds it may be waiting for the queue.
    select * into t from turns where lane = p_lane and tag is not null and not limited
      order by tag, id limit 1 for update skip locked;
    perform 1 from clients where id = t.client_id
      and (concurrent_turns is not null or concurrent_turns_per_user is not null);
    if found then
      exit when not limit_jobs(t.client_id);
      continue;
    end if;
    perform 1 from lane_heads where lane = p_lane limit 1;
    if found then
      select * into v_next from next_limited(p_lane, t.tag, t.id, v_full_clients, v_full_users);
      v_full_clients := v_next.full_clients;
      v_full_users := v_next.full_users;
      if v_next.turn_id is not null then
        select * into t from turns where client_id = v_next.turn_client and id = v_next.turn_id;
      end if;
    end if;
    exit when t.id is null;
    v_taken := v_taken + 1;
    return next claim_turn(t, p_process);
  end loop;
end $$;

-- The jobs of a client that had no limit when they were accepted, and whether these were all: ten thousand take most
-- of a second, in which nobody else has the queue, so the rest is left to the next claim.
create function limit_jobs(p_client integer) returns boolean language plpgsql as $$
declare
  v_found integer;
begin
  update turns t set limited = true
    from (select id from turns where client_id = p_client and state = 'queued' and not limited
          limit 10000 for update skip locked) q
    where t.client_id = p_client and t.id = q.id;
  get diagnostics v_found = row_count;
  perform keep_heads(p_client);
  return v_found < 10000;
end $$;

-- The first turn of a client with a limit that has room, if it lies before this place. Those who have none are
-- remembered, and so are users whose first turn is locked.
create function next_limited(p_lane text, p_tag bigint, p_id uuid, inout full_clients integer[],
  inout full_users text[], out turn_client integer, out turn_id uuid) language plpgsql as $$
declare
  c      record;
  u      record;
  v_room text;
  v_tag  bigint := coalesce(p_tag, 9223372036854775807);
  v_id   uuid := coalesce(p_id, 'ffffffff-ffff-ffff-ffff-ffffffffffff');
begin
  for c in select client_id, tag, id from lane_heads
    where lane = p_lane and user_id = '' and client_id <> all (full_clients) order by tag, id
  loop
    exit when (c.tag, c.id) > (v_tag, v_id);
    for u in select user_id, tag, id from lane_heads
      where lane = p_lane and client_id = c.client_id and user_id <> ''
        and client_id || ' ' || user_id <> all (full_users) order by tag, id
    loop
      exit when (u.tag, u.id) > (v_tag, v_id);
      v_room := has_room(c.client_id, u.user_id);
      if v_room = 'client' then
        full_clients := full_clients || c.client_id;
        exit;
      end if;
      perform 1 from turns where client_id = c.client_id and id = u.id for update skip locked;
      if v_room = 'user' or not found then
        full_users := full_users || (c.client_id || ' ' || u.user_id);
        continue;
      end if;
      turn_client := c.client_id;
      turn_id := u.id;
      v_tag := u.tag;
      v_id := u.id;
      exit;
    end loop;
  end loop;
end $$;

create function claim_turn(t turns, p_process uuid) returns jsonb language plpgsql as $$
begin
  update lanes set virtual_time = t.tag where lane = t.lane and virtual_time < t.tag;
  update turns set state = 'running', attempt = attempt + 1, process_id = p_process, tag = null,
      started_at = coalesce(started_at, now())
    where client_id = t.client_id and id = t.id returning * into t;
  return jsonb_build_object('client_id', t.client_id, 'turn_id', t.id, 'attempt', t.attempt,
    'client_version', (select version from clients where id = t.client_id),
    'conversation_id', t.conversation_id, 'user_id', t.external_user_id, 'agent', t.agent_slug,
    'message_id', t.message_id, 'user_message_id', t.user_message_id, 'answer_seq', t.answer_seq,
    'deep_dive', t.deep_dive, 'priority', t.priority, 'day', t.charge_day, 'lane', t.lane,
    'on_disconnect', t.on_disconnect, 'created_at', t.created_at,
    'prompt', (select content from messages where client_id = t.client_id
      and conversation_id = t.conversation_id and seq = t.user_seq),
    'history', history_of(t.client_id, t.conversation_id, t.user_seq));
end $$;

-- To the head of its lane, without the text of the attempt that ended.
create function put_back(t turns, p_deaths integer) returns text language plpgsql as $$
begin
  delete from turn_output where client_id = t.client_id and turn_id = t.id;
  perform lock_queue();
  -- Turns that were passed over may have a lower tag than the last one that was claimed.
  update turns set state = 'queued', deaths = p_deaths, process_id = null, queued_at = now(),
      tag = (select least(l.virtual_time, (select min(q.tag) from turns q where q.lane = t.lane and q.tag is not null))
             from lanes l where l.lane = t.lane)
    where client_id = t.client_id and id = t.id;
  return t.lane;
end $$;

-- Puts a claimed job back without counting a death.
create function let_go_turn(p_client integer, p_turn uuid, p_attempt integer) returns text language plpgsql as $$
declare
  t turns := lock_turn(p_client, p_turn);
begin
  if t.state is distinct from 'running' or t.attempt <> p_attempt then return null; end if;
  if t.cancel_reason is not null then
    return close_turn(t, 'cancelled', 'cancelled', t.cancel_reason, false);
  end if;
  return put_back(t, t.deaths);
end $$;

-- The heartbeat of a process: renews its lease, stores what its turns have produced, and answers which of them it
-- must stop, and how fast jobs go everywhere. While the row of a process is there, and locked by this update,
-- nobody takes over its turns; once it is gone, nothing that the process says about them is stored.
create function heartbeat(p_process uuid, p_lease interval, p_slots integer, p_service_ms integer, p_output jsonb)
returns jsonb language plpgsql as $$
declare
  v_alive  boolean;
  v_stored integer := 0;
begin
  update processes set lease_until = now() + p_lease, slots = p_slots,
      service_ms = coalesce(p_service_ms, service_ms)
    where id = p_process;
  v_alive := found;
  if v_alive and jsonb_array_length(p_output) > 0 then
    -- A piece comes again, longer, when the answer to the heartbeat that had stored it was lost.
    insert into turn_output as before (client_id, turn_id, attempt, byte_offset, text)
      select o.client_id, o.turn_id, o.attempt, o.byte_offset, o.text
      from jsonb_to_recordset(p_output) as o(client_id integer, turn_id uuid, attempt integer,
          byte_offset integer, text text)
      join turns t on t.client_id = o.client_id and t.id = o.turn_id
        and t.attempt = o.attempt and t.state = 'running' and t.process_id = p_process
      on conflict (client_id, turn_id, attempt, byte_offset) do update
        set text = case when length(excluded.text) > length(before.text) then excluded.text else before.text end;
    get diagnostics v_stored = row_count;
  end if;
  return jsonb_build_object('alive', v_alive,
    'fenced', jsonb_array_length(p_output) - v_stored,
    'service_ms', (select avg(service_ms)::float from processes where lease_until > now() and slots > 0),
    'slots', (select sum(slots) from processes where lease_until > now()),
    'stop', (select coalesce(jsonb_agg(jsonb_build_object('turn_id', id, 'reason', cancel_reason)), '[]')
      from turns where process_id = p_process and cancel_reason is not null));
end $$;

-- Turns whose process lost its lease, jobs first, because others can go on with them. The grace is time in which
-- nobody could renew one.
create function lost_turns(p_grace interval) returns table (client_id integer, turn_id uuid) language plpgsql
set enable_seqscan = off as $$
begin
  delete from processes where id in
    (select id from processes where lease_until < now() - p_grace order by id for update skip locked);
  return query
    select t.client_id, t.id from turns t
    where (t.state = 'running' or (t.state = 'queued' and t.process_id is not null))
      and not exists (select 1 from processes p where p.id = t.process_id)
    order by t.door, t.id limit 500;
end $$;

-- Takes over one of them: a job goes back into the queue, the last time it fails; a stream always does.
create function recover_turn(p_client integer, p_turn uuid, p_max_deaths integer) returns text
language plpgsql as $$
declare
  t turns := lock_turn(p_client, p_turn);
begin
  if t.process_id is null or exists (select 1 from processes p where p.id = t.process_id) then return null; end if;
  if t.cancel_reason is not null then
    return close_turn(t, 'cancelled', 'cancelled', t.cancel_reason, false);
  end if;
  if t.door = 'job' and t.deaths + 1 < p_max_deaths then return put_back(t, t.deaths + 1); end if;
  update turns set deaths = deaths + 1 where client_id = t.client_id and id = t.id returning * into t;
  return close_turn(t, 'failed', 'error', 'worker_lost', true);
end $$;

create function overdue_turns(p_ttl interval) returns table (client_id integer, turn_id uuid) language sql as $$
  select client_id, id from turns where state = 'queued' and queued_at < now() - p_ttl order by queued_at limit 500
$$;

create function expire_turn(p_client integer, p_turn uuid, p_ttl interval) returns text language plpgsql as $$
declare
  t turns := lock_turn(p_client, p_turn);
begin
  if t.state is distinct from 'queued' or t.queued_at >= now() - p_ttl then return null; end if;
  return close_turn(t, 'expired', 'error', 'queue_expired', true);
end $$;

-- Turns that a process holds in the database and does not know of: their admission or claim was committed, but
-- its answer never arrived. They are taken over like those of a process that is gone.
create function abandon_turns(p_process uuid, p_turns uuid[]) returns void language sql as $$
  update turns set process_id = '00000000-0000-0000-0000-000000000000'
    where process_id = p_process and id = any (p_turns)
$$;

-- Removes what says nothing any more: ranges that are nearly empty, clients without a place of their own, and output
-- that a heartbeat stored while the end of its turn removed what there was.
create function tidy_queue() returns void language plpgsql as $$
begin
  perform lock_queue();
  perform merge_ranges();
  delete from lane_clients c using lanes l where c.lane = l.lane and c.last_tag < l.virtual_time;
  delete from turn_output o using turns t
    where t.client_id = o.client_id and t.id = o.turn_id and t.state <> 'running';
end $$;
