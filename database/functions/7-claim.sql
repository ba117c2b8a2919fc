-- The next jobs of a lane in their fair order, for a live process that does not drain. Clients and users at their limit
-- of concurrent turns are passed over.
create or replace function claim_turns(p_lane text, p_process uuid, p_count integer) returns setof jsonb
language plpgsql set enable_seqscan = off set enable_sort = off as $$
declare
  l       lanes;
  t       turns;
  v_first record;
  v_next  record;
  v_last  bigint;
  v_taken integer := 0;
  v_full_clients integer[] := '{}';
  v_full_users   text[] := '{}';
begin
  perform 1 from processes where id = p_process and lease_until > now() and not draining
    order by epoch desc limit 1 for key share;
  if not found or lane_length(p_lane) = 0 then return; end if;
  perform lock_queue();
  select * into l from lane_of(p_lane);
  v_last := l.virtual_time;
  while v_taken < p_count loop
    -- Without regard to locks: the order begins with a locked turn as long as its transaction may be rolled back.
    select tag, id into v_first from turns
      where lane = p_lane and tag is not null and not limited and (tag, id) >= (l.first_tag, l.first_id)
      order by tag, id limit 1;
    if found then
      l.first_tag := v_first.tag;
      l.first_id := v_first.id;
    end if;
    -- A locked turn is passed over, because the transaction that holds it may be waiting for the queue.
    select * into t from turns
      where lane = p_lane and tag is not null and not limited and (tag, id) >= (v_first.tag, v_first.id)
      order by tag, id limit 1 for update skip locked;
    perform 1 from clients where id = t.client_id
      and (concurrent_turns is not null or concurrent_turns_per_user is not null);
    if found then
      exit when not limit_jobs(t.client_id);
      continue;
    end if;
    perform 1 from lane_heads where lane = p_lane and epoch = l.epoch limit 1;
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
    v_last := greatest(v_last, t.tag);
    return next start_claimed(t, p_process);
  end loop;
  -- Should the counts know of jobs that were not found, the next search begins at the first place of all.
  if v_taken = 0 and v_first.tag is null and lane_length(p_lane) > 0 and not exists (select from first_head(p_lane))
  then
    v_first.tag := 0;
  end if;
  perform advance_lane(l, v_last, v_first.tag, v_first.id, v_taken);
end $$;

-- Stores the virtual time after a claim, and where the next one begins to look. New jobs come after the virtual time, so
-- the first turn that was seen is remembered only up to there.
create or replace function advance_lane(l lanes, p_time bigint, p_tag bigint, p_id uuid, p_taken integer)
returns void language plpgsql set enable_seqscan = off as $$
declare
  v_tag bigint := least(p_tag, p_time + 1);
  v_id  uuid := coalesce(case when p_tag <= p_time then p_id end, '00000000-0000-0000-0000-000000000000');
begin
  update lanes set virtual_time = p_time, first_tag = v_tag, first_id = v_id
    where lane = l.lane and epoch = l.epoch
      and (virtual_time, first_tag, first_id) is distinct from (p_time, v_tag, v_id);
  perform renew_lane(l, p_taken);
end $$;

-- Marks the jobs of a client that had no limit when they were accepted, and returns whether these were all. Ten
-- thousand take most of a second, during which the queue is locked, so the rest is left to the next claim.
create or replace function limit_jobs(p_client integer) returns boolean language plpgsql as $$
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

-- The first turn of a limited client with a free slot, if it lies before this place. Clients and users without a free
-- slot are remembered, and so are users whose first turn is locked.
create or replace function next_limited(p_lane text, p_tag bigint, p_id uuid, inout full_clients integer[],
  inout full_users text[], out turn_client integer, out turn_id uuid) language plpgsql as $$
declare
  c      record;
  u      record;
  v_room text;
  v_epoch bigint;
  v_tag  bigint := coalesce(p_tag, 9223372036854775807);
  v_id   uuid := coalesce(p_id, 'ffffffff-ffff-ffff-ffff-ffffffffffff');
begin
  select epoch into v_epoch from lane_of(p_lane);
  for c in select client_id, tag, id from lane_heads
    where lane = p_lane and epoch = v_epoch and user_id = '' and client_id <> all (full_clients) order by tag, id
  loop
    exit when (c.tag, c.id) > (v_tag, v_id);
    for u in select user_id, tag, id from lane_heads
      where lane = p_lane and epoch = v_epoch and client_id = c.client_id and user_id <> ''
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

-- By clock_timestamp(), because the statement may have waited for the previous turn to end: now() would lie before that
-- end.
create or replace function start_claimed(t turns, p_process uuid) returns jsonb language plpgsql as $$
begin
  update turns set state = 'running', attempt = attempt + 1, process_id = p_process, tag = null,
      started_at = coalesce(started_at, clock_timestamp()),
      -- The call of a later attempt did not begin when the turn did.
      calls = case when started_at is not null then unknown_call('', utc_day()) end
    where client_id = t.client_id and id = t.id returning * into t;
  return jsonb_build_object('client_id', t.client_id, 'turn_id', t.id, 'attempt', t.attempt,
    'client_version', (select version from clients where id = t.client_id),
    'conversation_id', t.conversation_id, 'user_id', t.external_user_id, 'agent', t.agent_slug,
    'message_id', t.message_id, 'user_message_id', t.user_message_id, 'answer_seq', t.answer_seq,
    'deep_dive', t.deep_dive, 'priority', t.priority, 'day', t.charge_day, 'lane', t.lane,
    'on_disconnect', t.on_disconnect, 'created_at', t.created_at, 'guidance_version', t.guidance_version,
    'prompt', (select content from messages where client_id = t.client_id
      and conversation_id = t.conversation_id and seq = t.user_seq),
    'history', history_of(t.client_id, t.conversation_id, t.user_seq))
    || coalesce((select jsonb_build_object('instructions', instructions, 'max_tokens', max_tokens)
      from response_requests
      where client_id = t.client_id and conversation_id = t.conversation_id and turn_id = t.id), '{}')
    || case when t.facts is null and t.page is null then '{}'
         else jsonb_build_object('facts', t.facts, 'page', t.page) end
    || case when t.language is null then '{}' else jsonb_build_object('language', t.language) end
    || case when t.wrote is null then '{}' else '{"has_steps": true}'::jsonb end;
end $$;
