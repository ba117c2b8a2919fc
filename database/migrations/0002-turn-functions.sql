-- The write path of a turn. Every function takes a batch (a JSON array) and decides each element in order.
-- Locks are always taken in this order: usage_clients (which guards usage_users, too), conversations, turns,
-- the queue.

create function utc_day() returns date language sql stable as
$$ select (now() at time zone 'utc')::date $$;

-- Running turns of a client are counted, where that matters, under this lock.
create function lock_rooms(p_client integer) returns void language sql as
$$ select pg_advisory_xact_lock(hashtext('parley rooms'), p_client) $$;

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

-- The last messages before p_before, newest first, for a prompt: without questions that still wait, which a turn
-- that interrupts has overtaken.
create function history_of(p_client integer, p_conversation uuid, p_before integer) returns json
language sql stable as $$
  select coalesce(json_agg(json_build_object('id', id, 'role', role, 'content', content, 'reply_to', reply_to)), '[]')
  from (
    select id, role, content, reply_to from messages
    where client_id = p_client and conversation_id = p_conversation and seq < p_before and content <> ''
      and seq <> all (array(select user_seq from turns where client_id = p_client
        and conversation_id = p_conversation and state = 'queued' and not retry))
    order by seq desc limit 200
  ) m
$$;

create function refusal(p_status text, p_more jsonb default '{}') returns json language sql immutable as
$$ select (jsonb_build_object('status', p_status) || p_more)::json $$;

create function quota_refusal(p_dimension text, p_scope text, p_client integer, p_user text) returns json
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

create function admit_turn(r admission, p_day date) returns json language plpgsql as $$
declare
  c         record;
  burst     record;
  idem      record;
  v_agent   text := r.agent;
  v_next    integer := 1;
  v_asked   uuid := r.user_message_id;
  v_prompt  text;
  v_busy    uuid;
  v_state   text;
  v_tag     bigint;
  v_user    integer;
  v_answer  integer;
  v_used    bigint;
begin
  select l.version, l.daily_limit, l.user_requests_limit, l.user_priority_limit, l.user_deep_dive_limit,
      l.burst_per_minute, l.concurrent_turns, l.concurrent_turns_per_user, uc.requests as used,
      coalesce(uu.requests, 0) as user_requests, coalesce(uu.priority, 0) as user_priority,
      coalesce(uu.deep_dive, 0) as user_deep_dive
    into c from clients l
    left join usage_clients uc on uc.client_id = l.id and uc.day = p_day
    left join usage_users uu on uu.client_id = l.id and uu.day = p_day and uu.external_user_id = r.user_id
    where l.id = r.client_id;
  if c.version is distinct from r.version then return refusal('stale'); end if;

  if r.hosted_user is not null then
    perform 1 from hosted_users where client_id = r.client_id and id = r.hosted_user and enabled;
    if not found then return refusal('user_disabled'); end if;
    perform 1 from login_sessions where client_id = r.client_id and id = r.session_id;
    if not found then return refusal('session_revoked'); end if;
  end if;

  if r.conversation_id is not null then
    select agent_slug, next_seq into v_agent, v_next from conversations
      where client_id = r.client_id and id = r.conversation_id and external_user_id = r.user_id;
    if not found or (r.agent is not null and r.agent <> v_agent) then
      return refusal('conversation_not_found');
    end if;
    if r.agent is null and not agent_allowed(r.client_id, v_agent) then
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
    select id, seq, content into v_asked, v_user, v_prompt from messages
      where client_id = r.client_id and conversation_id = r.conversation_id and role = 'user'
      order by seq desc limit 1;
    if not found then return refusal('no_response_to_retry'); end if;
    perform 1 from messages
      where client_id = r.client_id and conversation_id = r.conversation_id and seq > v_user
        and reply_to = v_asked and role = 'assistant' and status in ('complete', 'partial');
    if not found then return refusal('no_response_to_retry'); end if;
    if r.prompt is not null and r.prompt <> v_prompt then return refusal('retry_prompt_differs'); end if;
  end if;

  if r.conversation_id is not null then
    -- In one look: between two, a job that was still queued in neither may begin to run.
    select id into v_busy from turns
      where client_id = r.client_id and conversation_id = r.conversation_id and (state = 'running' or state = 'queued')
      order by state = 'running' desc, user_seq limit 1;
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
    select count(distinct conversation_id) into v_used from turns
      where client_id = r.client_id and (state = 'running' or (state = 'queued' and process_id is not null))
        and conversation_id is distinct from r.conversation_id;
    if v_used >= c.concurrent_turns then return refusal('too_many_concurrent', '{"scope":"client"}'); end if;
  end if;
  if r.door = 'stream' and c.concurrent_turns_per_user is not null then
    select count(distinct conversation_id) into v_used from turns
      where client_id = r.client_id and (state = 'running' or (state = 'queued' and process_id is not null))
        and external_user_id = r.user_id and conversation_id is distinct from r.conversation_id;
    if v_used >= c.concurrent_turns_per_user then return refusal('too_many_concurrent', '{"scope":"user"}'); end if;
  end if;

  if c.used >= c.daily_limit then return quota_refusal('requests', 'client', r.client_id, r.user_id); end if;
  if c.user_requests >= c.user_requests_limit then
    return quota_refusal('requests', 'user', r.client_id, r.user_id);
  end if;
  if r.priority and c.user_priority >= c.user_priority_limit then
    return quota_refusal('priority', 'user', r.client_id, r.user_id);
  end if;
  if r.deep_dive and c.user_deep_dive >= c.user_deep_dive_limit then
    return quota_refusal('deep_dive', 'user', r.client_id, r.user_id);
  end if;

  if r.door = 'job' then
    if queue_length() >= r.queue_capacity then return refusal('queue_full'); end if;
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

  if not r.retry then v_user := v_next; end if;
  v_answer := case when r.retry then v_next else v_next + 1 end;
  v_state := case when r.door = 'stream' and v_busy is null then 'running' else 'queued' end;
  if r.door = 'job' and v_busy is null then v_tag := next_tag(r.lane, r.client_id); end if;
  with begun as (
    insert into conversations (client_id, id, external_user_id, agent_slug, title, next_seq, message_count)
      select r.client_id, r.new_conversation_id, r.user_id, r.agent, r.title, 3, 1 where r.conversation_id is null
  ), continued as (
    update conversations set next_seq = v_answer + 1, last_message_at = now(), updated_at = now(),
        message_count = message_count + (not r.retry)::int
      where client_id = r.client_id and id = r.conversation_id
  ), asked as (
    insert into messages (client_id, conversation_id, seq, id, role, content, status, deep_dive, turn_id)
      select r.client_id, coalesce(r.conversation_id, r.new_conversation_id), v_user, v_asked, 'user', r.prompt,
        'complete', r.deep_dive, r.turn_id where not r.retry
  ), stored as (
    insert into turns (client_id, id, conversation_id, external_user_id, agent_slug, door, state, lane, tag,
        attempt, process_id, priority, deep_dive, retry, on_disconnect, user_message_id, user_seq, message_id,
        answer_seq, charge_day, idempotency_key, started_at, limited, overtakes)
      values (r.client_id, r.turn_id, coalesce(r.conversation_id, r.new_conversation_id), r.user_id, v_agent,
        r.door, v_state, case when r.door = 'job' then r.lane end, v_tag,
        case when v_state = 'running' then 1 else 0 end, case when r.door = 'stream' then r.process_id end,
        r.priority, r.deep_dive, r.retry, r.on_disconnect, v_asked, v_user, r.message_id, v_answer, p_day,
        r.idempotency_key, case when v_state = 'running' then now() end,
        c.concurrent_turns is not null or c.concurrent_turns_per_user is not null,
        case when v_busy is not null and r.if_busy = 'interrupt'
          then 1 + (select coalesce(max(overtakes), 0) from turns where client_id = r.client_id
            and conversation_id = r.conversation_id and state = 'queued') else 0 end)
  ), charged as (
    insert into ledger (client_id, turn_id, kind, external_user_id, day, requests, priority, deep_dive)
      values (r.client_id, r.turn_id, 'charge', r.user_id, p_day, 1, r.priority::int, r.deep_dive::int)
  ), counted as (
    update usage_clients set requests = requests + 1, priority = priority + r.priority::int,
        deep_dive = deep_dive + r.deep_dive::int
      where client_id = r.client_id and day = p_day
  )
  insert into usage_users as u (client_id, day, external_user_id, requests, priority, deep_dive)
    values (r.client_id, p_day, r.user_id, 1, r.priority::int, r.deep_dive::int)
  on conflict (client_id, day, external_user_id) do update
    set requests = u.requests + 1, priority = u.priority + excluded.priority,
        deep_dive = u.deep_dive + excluded.deep_dive;
  if v_tag is not null then
    perform count_turn(r.lane, v_tag, r.turn_id, 1);
    if c.concurrent_turns is not null or c.concurrent_turns_per_user is not null then
      perform enter_heads(r.lane, r.client_id, r.user_id, v_tag, r.turn_id);
    end if;
  end if;
  if r.idempotency_key is not null then
    insert into idempotency_keys (client_id, external_user_id, route, key, request_hash, turn_id)
      values (r.client_id, r.user_id, r.door, r.idempotency_key, r.request_hash, r.turn_id)
    on conflict (client_id, external_user_id, route, key) do update
      set request_hash = excluded.request_hash, turn_id = excluded.turn_id, created_at = now();
  end if;
  if v_busy is not null and r.if_busy = 'interrupt' then
    perform interrupt_conversation(r.client_id, r.conversation_id, r.turn_id);
    if r.door = 'job' then
      perform release_next(r.client_id, r.conversation_id);
      select tag into v_tag from turns where client_id = r.client_id and id = r.turn_id;
    end if;
  end if;

  return json_build_object('status', 'admitted', 'state', v_state, 'agent', v_agent, 'created_at', now(),
    'user_message_id', v_asked, 'prompt', v_prompt,
    'usage', json_build_object('day', p_day, 'client', c.used + 1, 'requests', c.user_requests + 1,
      'priority', c.user_priority + r.priority::int, 'deep_dive', c.user_deep_dive + r.deep_dive::int),
    'position', case when v_tag is not null then queue_position(r.lane, v_tag, r.turn_id)
                     when r.door = 'job' then waiting_position(r.lane, r.client_id) end,
    'history', case when r.door = 'stream' and r.conversation_id is not null
                    then history_of(r.client_id, r.conversation_id, v_user) end);
end $$;

-- Admits the plain ones of a batch together, in one statement, and answers them at their places; the others stay
-- null. Plain are turns of a current client without burst or concurrency limits; no retry; a sign-in that stands;
-- an idempotency key that is new; a conversation that is new, or owned, free and named once; and with room for all
-- of the client's and the user's turns of the batch in every dimension. A client's turns of a batch are plain
-- together or not at all, so that their numbering holds.
create function admit_plain(p admission[], p_day date) returns json[] language plpgsql as $$
declare
  v_out  json[] := array_fill(null::json, array[array_length(p, 1)]);
  v_jobs boolean := false;
  v_one  record;
begin
  for v_one in
    with judged as materialized (
      select a.ordinality as n, a.client_id, a.user_id, a.turn_id, a.user_message_id, a.message_id, a.prompt,
        a.title, a.door, a.lane, a.lane_nth, a.priority::int, a.deep_dive::int, a.on_disconnect,
        a.idempotency_key, a.request_hash, a.process_id, a.conversation_id is null as is_new,
        coalesce(a.conversation_id, a.new_conversation_id) as conversation_id,
        coalesce(a.agent, v.agent_slug) as agent, coalesce(v.next_seq, 1) as user_seq,
        uc.requests + a.client_nth as client_requests, coalesce(uu.requests, 0) + a.user_nth as user_requests,
        coalesce(uu.priority, 0) + a.priority_nth as user_priority,
        coalesce(uu.deep_dive, 0) + a.deep_dive_nth as user_deep_dive,
        coalesce(c.version = a.version and not a.retry
          and c.burst_per_minute is null and c.concurrent_turns is null and c.concurrent_turns_per_user is null
          and (c.daily_limit is null or uc.requests + a.of_client <= c.daily_limit)
          and (c.user_requests_limit is null or coalesce(uu.requests, 0) + a.of_user <= c.user_requests_limit)
          and (not a.priority or c.user_priority_limit is null
            or coalesce(uu.priority, 0) + a.priority_of_user <= c.user_priority_limit)
          and (not a.deep_dive or c.user_deep_dive_limit is null
            or coalesce(uu.deep_dive, 0) + a.deep_dive_of_user <= c.user_deep_dive_limit)
          and (a.door <> 'job' or a.jobs + (select queue_length()) <= a.queue_capacity)
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
              and t.conversation_id = a.conversation_id and t.state = 'queued'))), false) as is_plain
      from unnest(p) with ordinality a
      left join clients c on c.id = a.client_id
      left join usage_clients uc on uc.client_id = a.client_id and uc.day = p_day
      left join usage_users uu
        on uu.client_id = a.client_id and uu.day = p_day and uu.external_user_id = a.user_id
      left join conversations v
        on v.client_id = a.client_id and v.id = a.conversation_id and v.external_user_id = a.user_id
    ), plain as materialized (
      select * from judged where client_id <> all (array(select j.client_id from judged j where not j.is_plain))
    ), tags as materialized (
      select lane, client_id, jobs, next_tag(lane, client_id, jobs) as last_tag
      from (select lane, client_id, count(*)::int as jobs from plain where door = 'job'
            group by lane, client_id order by lane, client_id) g
    ), begun as (
      insert into conversations (client_id, id, external_user_id, agent_slug, title, next_seq, message_count)
        select client_id, conversation_id, user_id, agent, title, 3, 1 from plain where is_new
    ), continued as (
      update conversations v set next_seq = v.next_seq + 2, message_count = v.message_count + 1,
          last_message_at = now(), updated_at = now()
        from plain a where not a.is_new and v.client_id = a.client_id and v.id = a.conversation_id
    ), asked as (
      insert into messages (client_id, conversation_id, seq, id, role, content, status, deep_dive, turn_id)
        select client_id, conversation_id, user_seq, user_message_id, 'user', prompt, 'complete',
          deep_dive::boolean, turn_id from plain
    ), stored as (
      insert into turns (client_id, id, conversation_id, external_user_id, agent_slug, door, state, lane, tag,
          attempt, process_id, priority, deep_dive, retry, on_disconnect, user_message_id, user_seq, message_id,
          answer_seq, charge_day, idempotency_key, started_at)
        select a.client_id, a.turn_id, a.conversation_id, a.user_id, a.agent, a.door,
          case when a.door = 'job' then 'queued' else 'running' end, t.lane, t.last_tag - t.jobs + a.lane_nth,
          case when a.door = 'job' then 0 else 1 end, case when a.door = 'stream' then a.process_id end,
          a.priority::boolean, a.deep_dive::boolean, false, a.on_disconnect, a.user_message_id, a.user_seq,
          a.message_id, a.user_seq + 1, p_day, a.idempotency_key, case when a.door = 'stream' then now() end
        from plain a left join tags t on a.door = 'job' and t.lane = a.lane and t.client_id = a.client_id
    ), charged as (
      insert into ledger (client_id, turn_id, kind, external_user_id, day, requests, priority, deep_dive)
        select client_id, turn_id, 'charge', user_id, p_day, 1, priority, deep_dive from plain
    ), keyed as (
      insert into idempotency_keys (client_id, external_user_id, route, key, request_hash, turn_id)
        select client_id, user_id, door, idempotency_key, request_hash, turn_id from plain
        where idempotency_key is not null
    ), counted as (
      update usage_clients u set requests = u.requests + a.requests, priority = u.priority + a.priority,
          deep_dive = u.deep_dive + a.deep_dive
        from (select client_id, count(*) as requests, sum(priority) as priority, sum(deep_dive) as deep_dive
              from plain group by client_id) a
        where u.client_id = a.client_id and u.day = p_day
    ), counted_users as (
      insert into usage_users as u (client_id, day, external_user_id, requests, priority, deep_dive)
        select client_id, p_day, user_id, count(*), sum(priority), sum(deep_dive)
        from plain group by client_id, user_id
      on conflict (client_id, day, external_user_id) do update set requests = u.requests + excluded.requests,
          priority = u.priority + excluded.priority, deep_dive = u.deep_dive + excluded.deep_dive
    )
    select n, door, json_build_object('status', 'admitted',
        'state', case when door = 'job' then 'queued' else 'running' end, 'agent', agent, 'created_at', now(),
        'user_message_id', user_message_id, 'usage', json_build_object('day', p_day, 'client', client_requests,
          'requests', user_requests, 'priority', user_priority, 'deep_dive', user_deep_dive),
        'history', case when not is_new and door = 'stream'
          then history_of(client_id, conversation_id, user_seq) end) as answer
      from plain
  loop
    v_out[v_one.n] := v_one.answer;
    v_jobs := v_jobs or v_one.door = 'job';
  end loop;
  if v_jobs then return place_jobs(p, v_out); end if;
  return v_out;
end $$;

-- Counts the jobs that were just admitted, and adds their places to their answers.
create function place_jobs(p admission[], p_answers json[]) returns json[] language plpgsql as $$
declare
  v_lanes  text[];
  v_tags   bigint[];
  v_ids    uuid[];
  v_places jsonb;
begin
  select array_agg(t.lane), array_agg(t.tag), array_agg(t.id) into v_lanes, v_tags, v_ids
    from unnest(p) with ordinality a join turns t on t.client_id = a.client_id and t.id = a.turn_id
    where p_answers[a.ordinality] is not null and a.door = 'job';
  perform count_turns(v_lanes, v_tags, v_ids, 1);
  v_places := queue_positions(v_lanes, v_tags, v_ids);
  return (select array_agg(case when v_places ? a.turn_id::text
      then (p_answers[a.ordinality]::jsonb || jsonb_build_object('position', v_places -> a.turn_id::text))::json
      else p_answers[a.ordinality] end order by a.ordinality)
    from unnest(p) with ordinality a);
end $$;

-- Admits a batch: together what is plain, and the rest one by one, in order of arrival. Few are faster one by one.
-- The plans are made once per connection, perhaps on empty tables: they must fit full ones.
create function admit_turns(p admission[]) returns json language plpgsql
set plan_cache_mode = force_generic_plan set enable_seqscan = off set enable_hashjoin = off
set enable_mergejoin = off set jit = off as $$
declare
  v_day      date := utc_day();
  v_clients  integer[];
  v_limited  integer[];
  v_client   integer;
  v_started  bigint;
  v_followed boolean;
  v_out      json[];
begin
  select array_agg(distinct x.client_id order by x.client_id), bool_or(x.conversation_id is not null)
    into v_clients, v_followed from unnest(p) x;
  select count(u.client_id), array_agg(c.id order by c.id)
      filter (where (c.concurrent_turns is not null or c.concurrent_turns_per_user is not null)
        and exists (select from unnest(p) x where x.client_id = c.id and x.door = 'stream'))
    into v_started, v_limited
    from clients c left join usage_clients u on u.client_id = c.id and u.day = v_day where c.id = any (v_clients);
  -- The lock under which running turns are counted, whatever the day: see has_room. Jobs do not run yet: a client
  -- that enqueues without pause would keep its own from being claimed.
  foreach v_client in array coalesce(v_limited, '{}') loop
    perform lock_rooms(v_client);
  end loop;
  -- This lock also guards the rows of the client's users: whoever writes those takes it first.
  if v_started < array_length(v_clients, 1) then
    insert into usage_clients (client_id, day) select x, v_day from unnest(v_clients) x order by 1
      on conflict do nothing;
  end if;
  perform 1 from usage_clients u where u.client_id = any (v_clients) and u.day = v_day
    order by u.client_id for update;
  if v_followed then
    perform 1 from conversations v
      where (v.client_id, v.id) in (select x.client_id, x.conversation_id from unnest(p) x
        where x.conversation_id is not null)
      order by v.client_id, v.id for update;
  end if;

  if array_length(p, 1) > 4 then v_out := admit_plain(p, v_day); end if;
  for i in 1 .. array_length(p, 1) loop
    if v_out[i] is null then v_out[i] := admit_turn(p[i], v_day); end if;
  end loop;
  return array_to_json(v_out);
end $$;

-- Lets the next turn of a conversation go, once nothing runs in it. Answers its lane when a worker may claim it.
-- One look, without a lock, tells both: a turn that is being claimed is seen as claimable or as running, and whoever
-- may change another one holds the conversation.
create function release_next(p_client integer, p_conversation uuid) returns text language plpgsql as $$
declare
  t record;
begin
  select id, lane, tag, door, state into t from turns
    where client_id = p_client and conversation_id = p_conversation and (state = 'running' or state = 'queued')
    order by state = 'running' desc, overtakes desc, answer_seq limit 1;
  if not found or t.state = 'running' or t.door = 'stream' or t.tag is not null then return null; end if;
  update turns set tag = next_tag(t.lane, p_client), queued_at = now()
    where client_id = p_client and id = t.id;
  return t.lane;
end $$;

-- Gives back what was charged for turns, once.
create function refund_turns(p turns[]) returns void language plpgsql
set plan_cache_mode = force_generic_plan set enable_seqscan = off set enable_hashjoin = off
set enable_mergejoin = off as $$
begin
  with back as materialized (
    insert into ledger (client_id, turn_id, kind, external_user_id, day, requests, priority, deep_dive)
      select l.client_id, l.turn_id, 'refund', l.external_user_id, l.day, l.requests, l.priority, l.deep_dive
      from unnest(p) t join ledger l on l.client_id = t.client_id and l.turn_id = t.id and l.kind = 'charge'
      on conflict do nothing
      returning *
  ), of_clients as (
    update usage_clients u set requests = u.requests - b.requests, priority = u.priority - b.priority,
        deep_dive = u.deep_dive - b.deep_dive
      from (select client_id, day, sum(requests) as requests, sum(priority) as priority, sum(deep_dive) as deep_dive
            from back group by 1, 2) b
      where u.client_id = b.client_id and u.day = b.day
  ), of_users as (
    update usage_users u set requests = u.requests - b.requests, priority = u.priority - b.priority,
        deep_dive = u.deep_dive - b.deep_dive
      from (select client_id, day, external_user_id, sum(requests) as requests, sum(priority) as priority,
              sum(deep_dive) as deep_dive
            from back group by 1, 2, 3) b
      where u.client_id = b.client_id and u.day = b.day and u.external_user_id = b.external_user_id
  )
  delete from idempotency_keys k using back b join turns t on t.client_id = b.client_id and t.id = b.turn_id
    where k.client_id = t.client_id and k.external_user_id = t.external_user_id and k.route = t.door
      and k.key = t.idempotency_key and k.turn_id = t.id;
end $$;

-- What follows every final state: the answer row, the conversation, the refund. A text for each turn, or none at all.
create function settle_turns(p turns[], p_texts text[]) returns void language plpgsql
set plan_cache_mode = force_generic_plan set enable_seqscan = off set enable_hashjoin = off
set enable_mergejoin = off as $$
begin
  update conversations v set message_count = v.message_count + e.answers, last_message_at = now(), updated_at = now()
    from (select client_id, conversation_id, count(*) as answers from unnest(p) group by 1, 2) e
    where v.client_id = e.client_id and v.id = e.conversation_id;
  insert into messages (client_id, conversation_id, seq, id, role, content, status, deep_dive, reply_to, turn_id)
    select t.client_id, t.conversation_id, t.answer_seq, t.message_id, 'assistant', t.text,
      case when t.state = 'completed' then 'complete' when t.text <> '' then 'partial' else 'failed' end,
      t.deep_dive, t.user_message_id, t.id
    from (select x.*, coalesce(p_texts[x.ordinality], '') as text from unnest(p) with ordinality x) t
    join conversations v on v.client_id = t.client_id and v.id = t.conversation_id;
  delete from turn_output o using unnest(p) t where o.client_id = t.client_id and o.turn_id = t.id;
  perform refund_turns(array_agg(t)) from unnest(p) t where t.refunded having count(*) > 0;
end $$;

-- What `finish_turns` is told, one element of its array.
create type finish as (
  client_id integer, turn_id uuid, attempt integer, conversation_id uuid, day date, state text, text text,
  finish_reason text, error_code text, refund boolean, flushed boolean, model text, input_tokens integer,
  output_tokens integer
);

-- Ends attempts: one statement for the whole batch, and single steps only for what is rare (a refund, partial
-- output, a turn that waits behind). Answers, for each, the lane in which the next turn of its conversation may now
-- be claimed, '' when none may, and null for an attempt that is no longer its turn's: that changes nothing.
-- The plans are made once per connection, perhaps on empty tables: they must fit full ones.
create function finish_turns(p finish[]) returns text[] language plpgsql
set plan_cache_mode = force_generic_plan set enable_seqscan = off set enable_hashjoin = off
set enable_mergejoin = off set jit = off as $$
declare
  v_out     text[] := array_fill(null::text, array[array_length(p, 1)]);
  v_refunds boolean;
  v_turn    turns;
  v_one     record;
begin
  select bool_or(x.refund) into v_refunds from unnest(p) x;
  if v_refunds then
    perform 1 from usage_clients u
      where (u.client_id, u.day) in (select x.client_id, x.day from unnest(p) x where x.refund)
      order by u.client_id, u.day for update;
  end if;
  perform 1 from conversations v
    where (v.client_id, v.id) in (select x.client_id, x.conversation_id from unnest(p) x)
    order by v.client_id, v.id for update;

  for v_one in
    with ended as (
      -- Written as `state = 'running'`, it would make the partial index of all that runs look cheaper than the key.
      update turns t set state = x.state, finish_reason = x.finish_reason, error_code = x.error_code,
          refunded = x.refund, finished_at = now(), process_id = null, model = x.model,
          input_tokens = x.input_tokens, output_tokens = x.output_tokens
        from unnest(p) with ordinality x
        where t.client_id = x.client_id and t.id = x.turn_id and t.attempt = x.attempt
          and t.state is not distinct from 'running'
        returning x.ordinality as n, x.text, x.refund, x.flushed or x.attempt > 1 as has_output, t.client_id, t.id,
          t.conversation_id, t.answer_seq, t.message_id, t.state, t.deep_dive, t.user_message_id
    ), answered as (
      update conversations v set message_count = v.message_count + 1, last_message_at = now(), updated_at = now()
        from ended e where v.client_id = e.client_id and v.id = e.conversation_id
        returning e.*
    ), stored as (
      insert into messages (client_id, conversation_id, seq, id, role, content, status, deep_dive, reply_to, turn_id)
        select client_id, conversation_id, answer_seq, message_id, 'assistant', text,
          case when state = 'completed' then 'complete' when text <> '' then 'partial' else 'failed' end,
          deep_dive, user_message_id, id from answered
    )
    select n, client_id, id, conversation_id, refund, has_output, exists (select 1 from turns q
        where q.client_id = e.client_id and q.conversation_id = e.conversation_id and q.state = 'queued') as has_next
      from ended e order by n
  loop
    v_out[v_one.n] := '';
    if v_one.has_output then delete from turn_output where client_id = v_one.client_id and turn_id = v_one.id; end if;
    if v_one.refund then
      select * into v_turn from turns where client_id = v_one.client_id and id = v_one.id;
      perform refund_turns(array[v_turn]);
    end if;
    if v_one.has_next then v_out[v_one.n] := coalesce(release_next(v_one.client_id, v_one.conversation_id), ''); end if;
  end loop;
  return v_out;
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
  perform settle_turns(array[t], array[v_text]);
  return release_next(t.client_id, t.conversation_id);
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
create function cancel_conversation(p_client integer, p_conversation uuid, p_reason text) returns void language plpgsql as $$
declare
  v_turn uuid;
begin
  -- Those behind first, so that none is let go only to be cancelled.
  for v_turn in select id from turns
    where client_id = p_client and conversation_id = p_conversation and (state = 'queued' or state = 'running')
    order by overtakes, user_seq desc, answer_seq desc
  loop
    perform cancel_turn(p_client, v_turn, p_reason);
  end loop;
end $$;

-- Makes way for a turn that goes first: what runs is told to stop, and so is a stream that waits for the same end.
-- Jobs that wait stay behind, in their order; the first of them gets a new place once it is free again.
create function interrupt_conversation(p_client integer, p_conversation uuid, p_first uuid) returns void
language plpgsql as $$
declare
  v_turn uuid;
begin
  update turns set tag = null
    where client_id = p_client and conversation_id = p_conversation and state = 'queued' and tag is not null;
  for v_turn in select id from turns
    where client_id = p_client and conversation_id = p_conversation and (state = 'queued' or state = 'running')
      and (state = 'running' or door = 'stream') and id <> p_first
    order by overtakes, answer_seq desc
  loop
    perform cancel_turn(p_client, v_turn, 'cancelled');
  end loop;
end $$;

-- Everything that a client, or one of its users, has under way, a hundred thousand jobs in some seconds. It is locked
-- first, and a claim passes over it: so the places can be counted last, and nobody waits for the queue meanwhile.
create function cancel_all(p_client integer, p_user text, p_reason text) returns void language plpgsql as $$
declare
  v_running uuid[];
  v_closed  turns[];
  v_lanes   text[];
  v_tags    bigint[];
  v_ids     uuid[];
  v_queued  uuid[];
begin
  -- In one look: a turn may begin to run or be put back at any moment.
  select array_agg(id) filter (where state = 'running'), array_agg(id) filter (where state = 'queued'),
      array_agg(lane) filter (where tag is not null), array_agg(tag) filter (where tag is not null),
      array_agg(id) filter (where tag is not null)
    into v_running, v_queued, v_lanes, v_tags, v_ids
    from (select id, state, lane, tag from turns where client_id = p_client and (state = 'queued' or state = 'running')
            and (p_user is null or external_user_id = p_user) for update) t;
  update turns set cancel_reason = p_reason
    where client_id = p_client and id = any (v_running) and cancel_reason is null;
  if v_queued is null then return; end if;
  perform set_config('parley.counts', 'later', true);
  with closed as (
    update turns t set state = 'cancelled', finish_reason = 'cancelled', error_code = p_reason, finished_at = now(),
        refunded = true, tag = null, process_id = null
      where client_id = p_client and id = any (v_queued) returning t as turn
  )
  select array_agg(turn) into v_closed from closed;
  perform set_config('parley.counts', '', true);
  perform settle_turns(v_closed, null);
  if v_ids is null then return; end if;
  perform count_turns(v_lanes, v_tags, v_ids, -1);
  perform keep_heads(p_client);
end $$;

-- A stream that waited for its conversation begins, or is told that it still has to wait.
create function begin_turn(p_client integer, p_turn uuid, p_process uuid) returns json language plpgsql as $$
declare
  t turns := lock_turn(p_client, p_turn);
begin
  if t.state is distinct from 'queued' then return refusal('gone'); end if;
  perform 1 from turns where client_id = p_client and conversation_id = t.conversation_id
    and (state = 'running' or (state = 'queued' and (-overtakes, answer_seq) < (-t.overtakes, t.answer_seq)));
  if found then return refusal('wait'); end if;
  update turns set state = 'running', attempt = 1, started_at = now(), process_id = p_process
    where client_id = p_client and id = p_turn;
  return refusal('begun', jsonb_build_object('history', history_of(p_client, t.conversation_id, t.user_seq)));
end $$;
