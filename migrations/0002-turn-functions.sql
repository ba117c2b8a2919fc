-- The write path of a turn. Every function takes a batch (a JSON array) and decides each element in order.
-- Locks are always taken in this order: usage_clients (which guards usage_users, too), conversations, turns,
-- the queue.

create function utc_day() returns date language sql stable as
$$ select (now() at time zone 'utc')::date $$;

-- Everybody who changes a tag or the counts of a lane holds this one lock to the end of the transaction: a batch
-- meets clients and ranges in any order, and row locks taken in any order would end in deadlocks.
create function lock_queue() returns void language sql as
$$ select pg_advisory_xact_lock(hashtext('parley queue')) $$;

-- Keeps lane_counts equal to the claimable turns, whoever changes a tag.
create function count_lane(p_lane text, p_tag bigint, p_client integer, p_delta integer) returns void
language plpgsql as $$
declare
  w integer;
begin
  perform lock_queue();
  foreach w in array array[1024, 32] loop
    insert into lane_counts (lane, width, bucket, shard, queued)
    values (p_lane, w, p_tag / w, p_client & 3, p_delta)
    on conflict (lane, width, bucket, shard) do update set queued = lane_counts.queued + excluded.queued;
  end loop;
end $$;

create function turns_tag_changed() returns trigger language plpgsql as $$
begin
  if old.tag is not null then
    perform count_lane(old.lane, old.tag, old.client_id, -1);
  end if;
  if tg_op = 'UPDATE' and new.tag is not null then
    perform count_lane(new.lane, new.tag, new.client_id, 1);
  end if;
  return null;
end $$;

-- Jobs are inserted by the batch, so their counts are too.
create function turns_inserted() returns trigger language plpgsql as $$
begin
  perform 1 from fresh where tag is not null;
  if not found then return null; end if;
  perform lock_queue();
  insert into lane_counts (lane, width, bucket, shard, queued)
    select lane, w, tag / w, client_id & 3, count(*) from fresh, unnest(array[1024, 32]) w
    where tag is not null group by 1, 2, 3, 4 order by 1, 2, 3, 4
  on conflict (lane, width, bucket, shard) do update set queued = lane_counts.queued + excluded.queued;
  return null;
end $$;

create trigger turns_tag_inserted after insert on turns
  referencing new table as fresh for each statement execute function turns_inserted();
create trigger turns_tag_updated after update of tag on turns
  for each row when (old.tag is distinct from new.tag) execute function turns_tag_changed();
create trigger turns_tag_deleted after delete on turns
  for each row when (old.tag is not null) execute function turns_tag_changed();

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

-- 1 = next. A sum over ranges of 1024 and 32 tags, and a count inside the last range only.
create function queue_position(p_lane text, p_tag bigint, p_id uuid) returns bigint language plpgsql stable
set plan_cache_mode = force_generic_plan set enable_seqscan = off as $$
begin
  return (select 1
    + coalesce((select sum(queued) from lane_counts
        where lane = p_lane and width = 1024 and bucket < p_tag / 1024), 0)
    + coalesce((select sum(queued) from lane_counts
        where lane = p_lane and width = 32 and bucket >= (p_tag / 1024) * 32 and bucket < p_tag / 32), 0)
    + (select count(*) from turns
        where lane = p_lane and tag is not null and tag >= (p_tag / 32) * 32 and (tag, id) < (p_tag, p_id)));
end $$;

-- Where a turn that waits for its conversation would stand if it entered now.
create function waiting_position(p_lane text, p_client integer) returns bigint language sql stable as $$
  select queue_position(p_lane,
    greatest(l.virtual_time, coalesce(c.last_tag, 0)) + 1, 'ffffffff-ffff-ffff-ffff-ffffffffffff')
  from lanes l left join lane_clients c on c.lane = l.lane and c.client_id = p_client
  where l.lane = p_lane
$$;

create function agent_allowed(p_client integer, p_agent text) returns boolean language sql stable as $$
  select coalesce(
    (select coalesce(ca.bound, not a.reserved)
     from agents a left join client_agents ca on ca.client_id = p_client and ca.agent_slug = a.slug
     where a.slug = p_agent), false)
$$;

-- Usage of today as the wire shows it: the client's counters and the user's.
create function usage_of(p_client integer, p_user text) returns jsonb language sql stable as $$
  select jsonb_build_object('day', utc_day(),
    'client', coalesce((select requests from usage_clients where client_id = p_client and day = utc_day()), 0),
    'requests', coalesce(u.requests, 0), 'priority', coalesce(u.priority, 0), 'deep_dive', coalesce(u.deep_dive, 0))
  from (values (1)) one(x)
  left join usage_users u on u.client_id = p_client and u.day = utc_day() and u.external_user_id = p_user
$$;

-- The last messages before p_before, newest first, for a prompt.
create function history_of(p_client integer, p_conversation uuid, p_before integer) returns jsonb
language sql stable as $$
  select coalesce(jsonb_agg(jsonb_build_object('id', id, 'role', role, 'content', content, 'reply_to', reply_to)), '[]')
  from (
    select id, role, content, reply_to from messages
    where client_id = p_client and conversation_id = p_conversation and seq < p_before and content <> ''
    order by seq desc limit 200
  ) m
$$;

create function refusal(p_status text, p_more jsonb default '{}') returns jsonb language sql immutable as
$$ select jsonb_build_object('status', p_status) || p_more $$;

create function quota_refusal(p_dimension text, p_scope text, p_client integer, p_user text) returns jsonb
language sql stable as $$
  select refusal('quota_exceeded',
    jsonb_build_object('dimension', p_dimension, 'scope', p_scope, 'usage', usage_of(p_client, p_user)))
$$;

-- One turn of the batch: either every check passes and everything is written, or nothing is.
-- The order of the checks is the order of the wire contract.
-- What `admit_turns` is asked, one element of its array.
create type admission as (
  client_id integer, version bigint, user_id text, hosted_user uuid, session_id text,
  turn_id uuid, conversation_id uuid, new_conversation_id uuid, user_message_id uuid, message_id uuid,
  agent text, prompt text, title text, door text, lane text, priority boolean, deep_dive boolean,
  retry boolean, if_busy text, on_disconnect text, idempotency_key text, request_hash text,
  process_id uuid, queue_capacity integer,
  -- How many of the batch are of the same client, user, conversation or key, and which of them this one is.
  of_client integer, client_nth integer, of_user integer, user_nth integer,
  priority_of_user integer, priority_nth integer, deep_dive_of_user integer, deep_dive_nth integer,
  of_conversation integer, of_key integer, jobs integer, lane_nth integer
);

create function admit_turn(r admission, p_day date) returns jsonb language plpgsql as $$
declare
  c         record;
  conv      record;
  asked     record;
  uc        record;
  uu        record;
  burst     record;
  idem      record;
  v_busy    uuid;
  v_state   text;
  v_tag     bigint;
  v_user    integer;
  v_answer  integer;
  v_used    bigint;
begin
  select null::text as agent_slug, null::integer as next_seq into conv;
  select null::uuid as id, null::integer as seq, null::text as content into asked;
  select enabled, version, daily_limit, user_requests_limit, user_priority_limit, user_deep_dive_limit,
         burst_per_minute, concurrent_turns, concurrent_turns_per_user
    into c from clients where id = r.client_id;
  if c.version is distinct from r.version then return refusal('stale'); end if;

  if r.hosted_user is not null then
    perform 1 from hosted_users where client_id = r.client_id and id = r.hosted_user and enabled;
    if not found then return refusal('user_disabled'); end if;
    perform 1 from login_sessions where client_id = r.client_id and id = r.session_id;
    if not found then return refusal('session_revoked'); end if;
  end if;

  if r.conversation_id is not null then
    select agent_slug, next_seq into conv from conversations
      where client_id = r.client_id and id = r.conversation_id and external_user_id = r.user_id;
    if not found or (r.agent is not null and r.agent <> conv.agent_slug) then
      return refusal('conversation_not_found');
    end if;
    if r.agent is null and not agent_allowed(r.client_id, conv.agent_slug) then
      return refusal('agent_not_allowed');
    end if;
  end if;

  if r.idempotency_key is not null then
    select turn_id, request_hash into idem from idempotency_keys
      where client_id = r.client_id and external_user_id = r.user_id and route = r.door
        and key = r.idempotency_key and created_at > now() - interval '24 hours';
    if found then
      if idem.request_hash <> r.request_hash then return refusal('idempotency_mismatch'); end if;
      return refusal('replay', jsonb_build_object('turn_id', idem.turn_id,
        'usage', usage_of(r.client_id, r.user_id)));
    end if;
  end if;

  if r.retry then
    select id, seq, content into asked from messages
      where client_id = r.client_id and conversation_id = r.conversation_id and role = 'user'
      order by seq desc limit 1;
    if not found then return refusal('no_response_to_retry'); end if;
    perform 1 from messages
      where client_id = r.client_id and conversation_id = r.conversation_id and seq > asked.seq
        and reply_to = asked.id and role = 'assistant' and status in ('complete', 'partial');
    if not found then return refusal('no_response_to_retry'); end if;
    if r.prompt is not null and r.prompt <> asked.content then return refusal('retry_prompt_differs'); end if;
  end if;

  if r.conversation_id is not null then
    select id into v_busy from turns
      where client_id = r.client_id and conversation_id = r.conversation_id and state = 'running';
    if v_busy is null then
      select id into v_busy from turns
        where client_id = r.client_id and conversation_id = r.conversation_id and state = 'queued'
        order by user_seq limit 1;
    end if;
    if v_busy is not null and r.if_busy = 'reject' then
      return refusal('conversation_busy', jsonb_build_object('job_uuid', v_busy));
    end if;
  end if;

  if c.burst_per_minute is not null then
    select window_start, requests into burst from burst_windows where client_id = r.client_id;
    if found and burst.window_start > now() - interval '1 minute' and burst.requests >= c.burst_per_minute then
      return refusal('rate_limited', jsonb_build_object('retry_after',
        greatest(1, ceil(60 - extract(epoch from now() - burst.window_start)))));
    end if;
  end if;
  if r.door = 'stream' and c.concurrent_turns is not null then
    -- Without the turn that this one interrupts.
    select count(*) into v_used from turns where client_id = r.client_id and state = 'running'
      and conversation_id is distinct from r.conversation_id;
    if v_used >= c.concurrent_turns then return refusal('too_many_concurrent', '{"scope":"client"}'); end if;
  end if;
  if r.door = 'stream' and c.concurrent_turns_per_user is not null then
    select count(*) into v_used from turns
      where client_id = r.client_id and state = 'running' and external_user_id = r.user_id
        and conversation_id is distinct from r.conversation_id;
    if v_used >= c.concurrent_turns_per_user then return refusal('too_many_concurrent', '{"scope":"user"}'); end if;
  end if;

  select requests into uc from usage_clients where client_id = r.client_id and day = p_day;
  select coalesce(max(requests), 0) as requests, coalesce(max(priority), 0) as priority,
      coalesce(max(deep_dive), 0) as deep_dive into uu
    from usage_users where client_id = r.client_id and day = p_day and external_user_id = r.user_id;
  if uc.requests >= c.daily_limit then return quota_refusal('requests', 'client', r.client_id, r.user_id); end if;
  if uu.requests >= c.user_requests_limit then return quota_refusal('requests', 'user', r.client_id, r.user_id); end if;
  if r.priority and uu.priority >= c.user_priority_limit then
    return quota_refusal('priority', 'user', r.client_id, r.user_id);
  end if;
  if r.deep_dive and uu.deep_dive >= c.user_deep_dive_limit then
    return quota_refusal('deep_dive', 'user', r.client_id, r.user_id);
  end if;

  if r.door = 'job' then
    select coalesce(sum(queued), 0) into v_used from lane_counts where width = 1024;
    if v_used >= r.queue_capacity then return refusal('queue_full'); end if;
  end if;

  -- Admitted. From here on nothing refuses.
  if c.burst_per_minute is not null then
    insert into burst_windows (client_id, window_start, requests) values (r.client_id, now(), 1)
    on conflict (client_id) do update set
      requests = case when burst_windows.window_start > now() - interval '1 minute'
                      then burst_windows.requests + 1 else 1 end,
      window_start = case when burst_windows.window_start > now() - interval '1 minute'
                          then burst_windows.window_start else now() end;
  end if;

  if r.conversation_id is null then
    insert into conversations (client_id, id, external_user_id, agent_slug, title, next_seq, message_count)
      values (r.client_id, r.new_conversation_id, r.user_id, r.agent, r.title, 3, 1);
    v_user := 1;
    v_answer := 2;
  else
    v_user := case when r.retry then asked.seq else conv.next_seq end;
    v_answer := case when r.retry then conv.next_seq else conv.next_seq + 1 end;
    update conversations set next_seq = v_answer + 1, last_message_at = now(), updated_at = now(),
        message_count = message_count + case when r.retry then 0 else 1 end
      where client_id = r.client_id and id = r.conversation_id;
  end if;
  if not r.retry then
    insert into messages (client_id, conversation_id, seq, id, role, content, status, deep_dive, turn_id)
      values (r.client_id, coalesce(r.conversation_id, r.new_conversation_id), v_user, r.user_message_id,
              'user', r.prompt, 'complete', r.deep_dive, r.turn_id);
  end if;

  v_state := case when r.door = 'stream' and v_busy is null then 'running' else 'queued' end;
  if r.door = 'job' and v_busy is null then v_tag := next_tag(r.lane, r.client_id); end if;
  insert into turns (client_id, id, conversation_id, external_user_id, agent_slug, door, state, lane, tag,
      attempt, process_id, priority, deep_dive, retry, on_disconnect, user_message_id, user_seq, message_id,
      answer_seq, charge_day, idempotency_key, started_at)
    values (r.client_id, r.turn_id, coalesce(r.conversation_id, r.new_conversation_id), r.user_id,
      coalesce(r.agent, conv.agent_slug), r.door, v_state, case when r.door = 'job' then r.lane end, v_tag,
      case when v_state = 'running' then 1 else 0 end, case when r.door = 'stream' then r.process_id end,
      r.priority, r.deep_dive, r.retry, r.on_disconnect,
      case when r.retry then asked.id else r.user_message_id end, v_user, r.message_id, v_answer, p_day,
      r.idempotency_key, case when v_state = 'running' then now() end);
  if v_busy is not null and r.if_busy = 'interrupt' then
    perform cancel_conversation(r.client_id, r.conversation_id, 'cancelled', r.turn_id);
    if r.door = 'job' then perform release_next(r.client_id, r.conversation_id); end if;
  end if;

  insert into ledger (client_id, turn_id, kind, external_user_id, day, requests, priority, deep_dive)
    values (r.client_id, r.turn_id, 'charge', r.user_id, p_day, 1, r.priority::int, r.deep_dive::int);
  update usage_clients set requests = requests + 1, priority = priority + r.priority::int,
      deep_dive = deep_dive + r.deep_dive::int
    where client_id = r.client_id and day = p_day;
  insert into usage_users as u (client_id, day, external_user_id, requests, priority, deep_dive)
    values (r.client_id, p_day, r.user_id, 1, r.priority::int, r.deep_dive::int)
  on conflict (client_id, day, external_user_id) do update
    set requests = u.requests + 1, priority = u.priority + excluded.priority,
        deep_dive = u.deep_dive + excluded.deep_dive;
  if r.idempotency_key is not null then
    insert into idempotency_keys (client_id, external_user_id, route, key, request_hash, turn_id)
      values (r.client_id, r.user_id, r.door, r.idempotency_key, r.request_hash, r.turn_id)
    on conflict (client_id, external_user_id, route, key) do update
      set request_hash = excluded.request_hash, turn_id = excluded.turn_id, created_at = now();
  end if;

  return jsonb_build_object('status', 'admitted', 'state', v_state,
    'agent', coalesce(r.agent, conv.agent_slug), 'created_at', now(), 'answer_seq', v_answer,
    'user_message_id', case when r.retry then asked.id else r.user_message_id end,
    'prompt', case when r.retry then asked.content end,
    'usage', jsonb_build_object('day', p_day, 'client', uc.requests + 1, 'requests', uu.requests + 1,
      'priority', uu.priority + r.priority::int, 'deep_dive', uu.deep_dive + r.deep_dive::int),
    'position', case when v_tag is not null then queue_position(r.lane, v_tag, r.turn_id)
                     when r.door = 'job' then waiting_position(r.lane, r.client_id) end,
    'history', case when r.door = 'stream' and r.conversation_id is not null
                    then history_of(r.client_id, r.conversation_id, v_user) end);
end $$;

-- An admission that nothing speaks against, with what it gets.
create type plain_admission as (
  n bigint, client_id integer, user_id text, turn_id uuid, conversation_id uuid, is_new boolean,
  user_message_id uuid, message_id uuid, agent text, prompt text, title text, door text, lane text,
  priority boolean, deep_dive boolean, on_disconnect text, idempotency_key text, request_hash text,
  process_id uuid, user_seq integer, client_requests integer, user_requests integer, user_priority integer,
  user_deep_dive integer, lane_nth integer
);

-- The plain ones of a batch, which can be stored together: of a current client without burst or concurrency
-- limits; no retry; a sign-in that stands; an idempotency key that is new; a conversation that is new, or owned,
-- free and named once; and with room for all of the client's and the user's turns of the batch in every
-- dimension. A client's turns of a batch are plain together or not at all, so that their numbering holds.
-- Whatever is not plain is decided one by one, by `admit_turn`.
create function plain_admissions(p admission[], p_day date) returns plain_admission[] language plpgsql as $$
begin
  return (select array_agg(row(n, client_id, user_id, turn_id, coalesce(conversation_id, new_conversation_id),
      conversation_id is null, user_message_id, message_id, coalesce(agent, conversation_agent), prompt, title,
      door, lane, priority, deep_dive, on_disconnect, idempotency_key, request_hash, process_id,
      coalesce(next_seq, 1), client_used + client_nth, used_requests + user_nth, used_priority + priority_nth,
      used_deep_dive + deep_dive_nth, lane_nth)::plain_admission order by n)
  from (
    select a.*, a.ordinality as n, uc.requests as client_used, coalesce(uu.requests, 0) as used_requests,
      coalesce(uu.priority, 0) as used_priority, coalesce(uu.deep_dive, 0) as used_deep_dive,
      v.next_seq, v.agent_slug as conversation_agent,
      bool_and(coalesce(c.version = a.version and not a.retry
        and c.burst_per_minute is null and c.concurrent_turns is null and c.concurrent_turns_per_user is null
        and (c.daily_limit is null or uc.requests + a.of_client <= c.daily_limit)
        and (c.user_requests_limit is null or coalesce(uu.requests, 0) + a.of_user <= c.user_requests_limit)
        and (not a.priority or c.user_priority_limit is null
          or coalesce(uu.priority, 0) + a.priority_of_user <= c.user_priority_limit)
        and (not a.deep_dive or c.user_deep_dive_limit is null
          or coalesce(uu.deep_dive, 0) + a.deep_dive_of_user <= c.user_deep_dive_limit)
        and (a.door <> 'job' or a.jobs + (select coalesce(sum(queued), 0) from lane_counts where width = 1024)
          <= a.queue_capacity)
        and (a.hosted_user is null or exists (select 1 from hosted_users h
          join login_sessions s on s.client_id = h.client_id and s.user_id = h.id
          where h.client_id = a.client_id and h.id = a.hosted_user and h.enabled and s.id = a.session_id))
        and (a.idempotency_key is null or (a.of_key = 1 and not exists (select 1 from idempotency_keys k
          where k.client_id = a.client_id and k.external_user_id = a.user_id and k.route = a.door
            and k.key = a.idempotency_key)))
        and (a.conversation_id is null or (a.of_conversation = 1 and v.next_seq is not null
          and (a.agent = v.agent_slug or (a.agent is null and agent_allowed(a.client_id, v.agent_slug)))
          and not exists (select 1 from turns t where t.client_id = a.client_id
            and t.conversation_id = a.conversation_id and t.state = 'running')
          and not exists (select 1 from turns t where t.client_id = a.client_id
            and t.conversation_id = a.conversation_id and t.state = 'queued'))), false))
        over (partition by a.client_id) as is_plain
    from unnest(p) with ordinality a
    join clients c on c.id = a.client_id
    join usage_clients uc on uc.client_id = a.client_id and uc.day = p_day
    left join lateral (select requests, priority, deep_dive from usage_users u
      where u.client_id = a.client_id and u.day = p_day and u.external_user_id = a.user_id) uu on true
    left join lateral (select next_seq, agent_slug from conversations o
      where o.client_id = a.client_id and o.id = a.conversation_id and o.external_user_id = a.user_id) v on true
  ) judged where is_plain);
end $$;

-- Stores plain admissions: one statement a table, however many turns.
create function admit_plain(p plain_admission[], p_day date) returns void language plpgsql as $$
begin
  insert into conversations (client_id, id, external_user_id, agent_slug, title, next_seq, message_count)
    select client_id, conversation_id, user_id, agent, title, 3, 1 from unnest(p) where is_new;
  update conversations v set next_seq = v.next_seq + 2, message_count = v.message_count + 1,
      last_message_at = now(), updated_at = now()
    from unnest(p) a where not a.is_new and v.client_id = a.client_id and v.id = a.conversation_id;
  insert into messages (client_id, conversation_id, seq, id, role, content, status, deep_dive, turn_id)
    select client_id, conversation_id, user_seq, user_message_id, 'user', prompt, 'complete', deep_dive, turn_id
    from unnest(p);
  with tags as materialized (
    select lane, client_id, jobs, next_tag(lane, client_id, jobs) as last_tag
    from (select lane, client_id, count(*)::int as jobs from unnest(p) where door = 'job'
          group by lane, client_id order by lane, client_id) g
  )
  insert into turns (client_id, id, conversation_id, external_user_id, agent_slug, door, state, lane, tag,
      attempt, process_id, priority, deep_dive, retry, on_disconnect, user_message_id, user_seq, message_id,
      answer_seq, charge_day, idempotency_key, started_at)
    select a.client_id, a.turn_id, a.conversation_id, a.user_id, a.agent, a.door,
      case when a.door = 'job' then 'queued' else 'running' end, t.lane, t.last_tag - t.jobs + a.lane_nth,
      case when a.door = 'job' then 0 else 1 end, case when a.door = 'stream' then a.process_id end,
      a.priority, a.deep_dive, false, a.on_disconnect, a.user_message_id, a.user_seq, a.message_id,
      a.user_seq + 1, p_day, a.idempotency_key, case when a.door = 'stream' then now() end
    from unnest(p) a left join tags t on a.door = 'job' and t.lane = a.lane and t.client_id = a.client_id;
  insert into ledger (client_id, turn_id, kind, external_user_id, day, requests, priority, deep_dive)
    select client_id, turn_id, 'charge', user_id, p_day, 1, priority::int, deep_dive::int from unnest(p);
  insert into idempotency_keys (client_id, external_user_id, route, key, request_hash, turn_id)
    select client_id, user_id, door, idempotency_key, request_hash, turn_id from unnest(p)
    where idempotency_key is not null;
  update usage_clients u set requests = u.requests + a.requests, priority = u.priority + a.priority,
      deep_dive = u.deep_dive + a.deep_dive
    from (select client_id, count(*) as requests, sum(priority::int) as priority, sum(deep_dive::int) as deep_dive
          from unnest(p) group by client_id) a
    where u.client_id = a.client_id and u.day = p_day;
  insert into usage_users as u (client_id, day, external_user_id, requests, priority, deep_dive)
    select client_id, p_day, user_id, count(*), sum(priority::int), sum(deep_dive::int)
    from unnest(p) group by client_id, user_id
  on conflict (client_id, day, external_user_id) do update set requests = u.requests + excluded.requests,
      priority = u.priority + excluded.priority, deep_dive = u.deep_dive + excluded.deep_dive;
end $$;

-- The plans are made once per connection, perhaps on empty tables: they must fit full ones.
create function admit_turns(p jsonb) returns jsonb language plpgsql
set plan_cache_mode = force_generic_plan set enable_seqscan = off set enable_hashjoin = off
set enable_mergejoin = off set jit = off as $$
declare
  v_day   date := utc_day();
  v_rows  admission[];
  v_plain plain_admission[];
  -- Of the plain ones, in their order.
  v_answers jsonb[];
  v_out   jsonb[];
begin
  select array_agg(x) into v_rows from jsonb_populate_recordset(null::admission, p) x;
  -- This lock also guards the rows of the client's users: whoever writes those takes it first.
  insert into usage_clients (client_id, day)
    select distinct x.client_id, v_day from unnest(v_rows) x
    where not exists (select 1 from usage_clients u where u.client_id = x.client_id and u.day = v_day)
    order by 1 on conflict do nothing;
  perform 1 from usage_clients u where u.client_id = any (array(select x.client_id from unnest(v_rows) x))
    and u.day = v_day order by u.client_id for update;
  perform 1 from conversations v
    where (v.client_id, v.id) in (select x.client_id, x.conversation_id from unnest(v_rows) x
      where x.conversation_id is not null)
    order by v.client_id, v.id for update;

  v_plain := plain_admissions(v_rows, v_day);
  if v_plain is not null then
    perform admit_plain(v_plain, v_day);
    select array_agg(jsonb_build_object('status', 'admitted',
        'state', case when a.door = 'job' then 'queued' else 'running' end,
        'agent', a.agent, 'created_at', now(), 'user_message_id', a.user_message_id,
        'usage', jsonb_build_object('day', v_day, 'client', a.client_requests, 'requests', a.user_requests,
          'priority', a.user_priority, 'deep_dive', a.user_deep_dive),
        'position', case when a.door = 'job' then (select queue_position(t.lane, t.tag, t.id) from turns t
          where t.client_id = a.client_id and t.id = a.turn_id) end,
        'history', case when not a.is_new and a.door = 'stream'
          then history_of(a.client_id, a.conversation_id, a.user_seq) end) order by a.n)
      into v_answers from unnest(v_plain) a;
    if array_length(v_plain, 1) = array_length(v_rows, 1) then return to_jsonb(v_answers); end if;
  end if;
  v_out := array_fill(null::jsonb, array[array_length(v_rows, 1)]);
  for i in 1 .. coalesce(array_length(v_plain, 1), 0) loop
    v_out[v_plain[i].n] := v_answers[i];
  end loop;
  for i in 1 .. array_length(v_rows, 1) loop
    if v_out[i] is null then v_out[i] := admit_turn(v_rows[i], v_day); end if;
  end loop;
  return to_jsonb(v_out);
end $$;

-- Lets the next turn of a conversation go, once nothing runs in it. Answers its lane when a worker may claim it.
create function release_next(p_client integer, p_conversation uuid) returns text language plpgsql as $$
declare
  t record;
begin
  perform 1 from turns where client_id = p_client and conversation_id = p_conversation and state = 'running';
  if found then return null; end if;
  select id, lane, tag, door into t from turns
    where client_id = p_client and conversation_id = p_conversation and state = 'queued'
    order by answer_seq limit 1 for update;
  if not found or t.door = 'stream' or t.tag is not null then return null; end if;
  update turns set tag = next_tag(t.lane, p_client), queued_at = now()
    where client_id = p_client and id = t.id;
  return t.lane;
end $$;

create function refund_turn(t turns) returns void language plpgsql as $$
begin
  insert into ledger (client_id, turn_id, kind, external_user_id, day, requests, priority, deep_dive)
    select client_id, turn_id, 'refund', external_user_id, day, requests, priority, deep_dive
    from ledger where client_id = t.client_id and turn_id = t.id and kind = 'charge'
    on conflict do nothing;
  if not found then return; end if;
  update usage_clients set requests = requests - 1, priority = priority - t.priority::int,
      deep_dive = deep_dive - t.deep_dive::int
    where client_id = t.client_id and day = t.charge_day;
  update usage_users set requests = requests - 1, priority = priority - t.priority::int,
      deep_dive = deep_dive - t.deep_dive::int
    where client_id = t.client_id and day = t.charge_day and external_user_id = t.external_user_id;
  if t.idempotency_key is not null then
    delete from idempotency_keys where client_id = t.client_id and external_user_id = t.external_user_id
      and route = t.door and key = t.idempotency_key and turn_id = t.id;
  end if;
end $$;

-- What follows every final state: the answer row, the conversation, the refund, the next in line.
create function settle_turn(t turns, p_text text, p_has_output boolean) returns text language plpgsql as $$
begin
  update conversations set message_count = message_count + 1, last_message_at = now(), updated_at = now()
    where client_id = t.client_id and id = t.conversation_id;
  if found then
    insert into messages (client_id, conversation_id, seq, id, role, content, status, deep_dive, reply_to, turn_id)
      values (t.client_id, t.conversation_id, t.answer_seq, t.message_id, 'assistant', p_text,
        case when t.state = 'completed' then 'complete' when p_text <> '' then 'partial' else 'failed' end,
        t.deep_dive, t.user_message_id, t.id);
  end if;
  if p_has_output then
    delete from turn_output where client_id = t.client_id and turn_id = t.id;
  end if;
  if t.refunded then perform refund_turn(t); end if;
  return release_next(t.client_id, t.conversation_id);
end $$;

-- What `finish_turns` is told, one element of its array.
create type finish as (
  client_id integer, turn_id uuid, attempt integer, conversation_id uuid, user_id text, day date, state text,
  text text, finish_reason text, error_code text, refund boolean, flushed boolean, model text,
  input_tokens integer, output_tokens integer
);

-- Ends attempts: one statement a table for the whole batch, and single steps only for what is rare (a refund,
-- a turn that waits behind). An attempt that is no longer its turn's changes nothing.
-- The plans are made once per connection, perhaps on empty tables: they must fit full ones.
create function finish_turns(p jsonb) returns jsonb language plpgsql
set plan_cache_mode = force_generic_plan set enable_seqscan = off set enable_hashjoin = off
set enable_mergejoin = off set jit = off as $$
declare
  v_rows     finish[];
  v_accepted uuid[];
  v_released jsonb := '{}';
  v_next     record;
  v_turn     turns;
begin
  select array_agg(x) into v_rows from jsonb_populate_recordset(null::finish, p) x;
  perform 1 from usage_clients u
    where (u.client_id, u.day) in (select x.client_id, x.day from unnest(v_rows) x where x.refund)
    order by u.client_id, u.day for update;
  perform 1 from conversations v
    where (v.client_id, v.id) in (select x.client_id, x.conversation_id from unnest(v_rows) x)
    order by v.client_id, v.id for update;

  with ended as (
    update turns t set state = x.state, finish_reason = x.finish_reason, error_code = x.error_code,
        refunded = x.refund, finished_at = now(), process_id = null, model = x.model,
        input_tokens = x.input_tokens, output_tokens = x.output_tokens
      from unnest(v_rows) x
      where t.client_id = x.client_id and t.id = x.turn_id and t.attempt = x.attempt and t.state = 'running'
      returning t.id
  )
  select coalesce(array_agg(id), '{}') into v_accepted from ended;

  with answered as (
    update conversations v set message_count = v.message_count + 1, last_message_at = now(), updated_at = now()
      from unnest(v_rows) x
      where x.turn_id = any (v_accepted) and v.client_id = x.client_id and v.id = x.conversation_id
      returning x.client_id, x.turn_id, x.text
  )
  insert into messages (client_id, conversation_id, seq, id, role, content, status, deep_dive, reply_to, turn_id)
    select t.client_id, t.conversation_id, t.answer_seq, t.message_id, 'assistant', a.text,
      case when t.state = 'completed' then 'complete' when a.text <> '' then 'partial' else 'failed' end,
      t.deep_dive, t.user_message_id, t.id
    from answered a join turns t on t.client_id = a.client_id and t.id = a.turn_id;
  delete from turn_output o using unnest(v_rows) x
    where x.turn_id = any (v_accepted) and (x.flushed or x.attempt > 1)
      and o.client_id = x.client_id and o.turn_id = x.turn_id;

  for v_turn in select t.* from turns t join unnest(v_rows) x on t.client_id = x.client_id and t.id = x.turn_id
    where x.refund and x.turn_id = any (v_accepted)
  loop
    perform refund_turn(v_turn);
  end loop;
  for v_next in select x.turn_id, x.client_id, x.conversation_id from unnest(v_rows) x
    where x.turn_id = any (v_accepted) and exists (select 1 from turns q where q.client_id = x.client_id
      and q.conversation_id = x.conversation_id and q.state = 'queued')
  loop
    v_released := v_released
      || jsonb_build_object(v_next.turn_id::text, release_next(v_next.client_id, v_next.conversation_id));
  end loop;

  return (select jsonb_agg(jsonb_build_object('accepted', x.turn_id = any (v_accepted),
      'released', v_released -> (x.turn_id::text)) order by x.n)
    from unnest(v_rows) with ordinality
      as x(client_id, turn_id, attempt, conversation_id, user_id, day, state, text, finish_reason, error_code,
           refund, flushed, model, input_tokens, output_tokens, n));
end $$;

create function lock_turn(p_client integer, p_turn uuid) returns turns language plpgsql as $$
declare
  t turns;
begin
  select * into t from turns where client_id = p_client and id = p_turn;
  if not found then return null; end if;
  perform 1 from usage_clients where client_id = t.client_id and day = t.charge_day for update;
  perform 1 from conversations where client_id = t.client_id and id = t.conversation_id for update;
  select * into t from turns where client_id = p_client and id = p_turn for update;
  return t;
end $$;

-- Closes a turn that no process works on: queued ones, and those whose process is gone.
create function close_turn(t turns, p_state text, p_reason text, p_error text, p_refund boolean) returns text
language plpgsql as $$
declare
  v_text text;
begin
  -- What an attempt before said does not count for a turn that waits again.
  select coalesce(string_agg(text, '' order by byte_offset), '') into v_text from turn_output
    where client_id = t.client_id and turn_id = t.id and attempt = t.attempt and t.state = 'running';
  update turns set state = p_state, finish_reason = p_reason, error_code = p_error, finished_at = now(),
      refunded = p_refund and v_text = '', tag = null, process_id = null
    where client_id = t.client_id and id = t.id returning * into t;
  return settle_turn(t, v_text, true);
end $$;

-- Cancels one turn: a queued one at once, a running one by telling its process.
create function cancel_turn(p_client integer, p_turn uuid, p_reason text) returns text language plpgsql as $$
declare
  t turns := lock_turn(p_client, p_turn);
begin
  if t.state = 'queued' then
    return close_turn(t, 'cancelled', 'cancelled', p_reason, true);
  end if;
  update turns set cancel_reason = p_reason
    where client_id = p_client and id = p_turn and state = 'running' and cancel_reason is null;
  return null;
end $$;

-- `state in (…)` would not find the partial indexes of the two states; `or` does.
create function cancel_conversation(p_client integer, p_conversation uuid, p_reason text, p_except uuid)
returns void language plpgsql as $$
declare
  v_turn uuid;
begin
  -- Those behind first, so that none is let go only to be cancelled.
  for v_turn in select id from turns
    where client_id = p_client and conversation_id = p_conversation and (state = 'queued' or state = 'running')
      and id is distinct from p_except
    order by user_seq desc, answer_seq desc
  loop
    perform cancel_turn(p_client, v_turn, p_reason);
  end loop;
end $$;

-- Everything that a client, or one of its users, has under way.
create function cancel_all(p_client integer, p_user text, p_reason text) returns void language plpgsql as $$
declare
  v_turn uuid;
begin
  for v_turn in select id from turns
    where client_id = p_client and (state = 'queued' or state = 'running')
      and (p_user is null or external_user_id = p_user)
    order by external_user_id, conversation_id, user_seq desc, answer_seq desc
  loop
    perform cancel_turn(p_client, v_turn, p_reason);
  end loop;
end $$;

-- A stream that waited for its conversation begins, or is told that it still has to wait.
create function begin_turn(p_client integer, p_turn uuid, p_process uuid) returns jsonb language plpgsql as $$
declare
  t turns := lock_turn(p_client, p_turn);
begin
  if t.state is distinct from 'queued' then return refusal('gone'); end if;
  perform 1 from turns where client_id = p_client and conversation_id = t.conversation_id
    and (state = 'running' or (state = 'queued' and answer_seq < t.answer_seq));
  if found then return refusal('wait'); end if;
  update turns set state = 'running', attempt = 1, started_at = now(), process_id = p_process
    where client_id = p_client and id = p_turn;
  return refusal('begun', jsonb_build_object('history', history_of(p_client, t.conversation_id, t.user_seq)));
end $$;
