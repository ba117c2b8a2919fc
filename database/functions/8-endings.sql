-- Stores the end of a turn. The caller decides how it ends and whether it is refunded, and takes the locks first:
-- usage rows, then conversations, then turns.

-- The rank of a turn among those that wait in its conversation: the lowest is next. A turn that interrupts overtakes.
create or replace function turn_order(p_overtakes integer, p_answer_seq integer) returns bigint
language sql immutable as
$$ select p_answer_seq - (p_overtakes::bigint << 32) $$;

-- Locks everything that a decision about a turn may change. Each step is a statement of its own, so that the next one
-- sees the outcome of what it has waited for.
create or replace function lock_turn(p_client integer, p_turn uuid) returns turns language plpgsql as $$
declare
  t turns;
begin
  select * into t from turns where client_id = p_client and id = p_turn;
  if not found then return null; end if;
  perform 1 from usage_clients where client_id = t.client_id and day = t.charge_day
    order by epoch desc limit 1 for update;
  perform 1 from conversations where client_id = t.client_id and id = t.conversation_id for update;
  select * into t from turns where client_id = p_client and id = p_turn for update;
  return t;
end $$;

-- Refunds what was charged for turns: the counters, and the idempotency key of each. A turn is refunded once, however
-- often this is called for it.
create or replace function refund_turns(p turns[]) returns void language plpgsql
set plan_cache_mode = force_generic_plan set enable_seqscan = off set enable_hashjoin = off
set enable_mergejoin = off as $$
begin
  with back as materialized (
    insert into ledger (client_id, turn_id, kind, external_user_id, day, requests, priority, deep_dive)
      select l.client_id, l.turn_id, 'refund', l.external_user_id, l.day, l.requests, l.priority, l.deep_dive
      from unnest(p) t join ledger l on l.client_id = t.client_id and l.turn_id = t.id and l.kind = 'charge'
      on conflict do nothing
      returning client_id, turn_id, external_user_id, day, requests, priority, deep_dive
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

-- What is left to do for turns that have just ended: their partial output is dropped, and their charge refunded. The
-- plans are those that the caller asks for.
create or replace function clear_ended(p finish[]) returns void language plpgsql as $$
begin
  delete from turn_output o using unnest(p) x join turns t on t.client_id = x.client_id and t.id = x.turn_id
    where (x.flushed or x.attempt > 1) and t.state not in ('running', 'queued') and o.client_id = t.client_id
      and o.turn_id = t.id;
  if exists (select 1 from unnest(p) x where x.refund) then
    perform refund_turns(array_agg(t)) from unnest(p) x join turns t on t.client_id = x.client_id and t.id = x.turn_id
      where x.refund and t.refunded;
  end if;
end $$;

-- Ends turns: their state, the answer, the conversation, the refund, and what they add to the numbers. A turn that is
-- no longer in the state p_was, or has another attempt, is left unchanged; with p_alone, so is one whose conversation
-- has other waiting turns. Returns the places in p, from 1, of the turns that it has ended. Where p_from has a number,
-- the output stored before that byte goes before the text. p_calls describes the calls of each attempt. The plans are
-- made once per connection, perhaps on empty tables: they must fit full ones.
create or replace function store_ends(p finish[], p_was text, p_from integer[], p_first_text integer[],
  p_calls jsonb[], p_alone boolean) returns integer[]
language plpgsql set plan_cache_mode = force_generic_plan set enable_seqscan = off set enable_hashjoin = off
set enable_mergejoin = off set enable_sort = off set jit = off as $$
declare
  v_ended   integer[];
  v_clients integer[];
  v_told    uuid[];
begin
  with ended as (
    update turns t set state = x.state, finish_reason = x.finish_reason, error_code = split_part(x.error_code, ' ', 1),
        error_reason = nullif(split_part(x.error_code, ' ', 2), ''), calls = null,
        refunded = x.refund and t.wrote is not true, finished_at = now(), tag = null, process_id = null, model = coalesce(x.model, t.model),
        input_tokens = x.input_tokens, output_tokens = x.output_tokens, first_text_ms = p_first_text[x.ordinality]
      from unnest(p) with ordinality x
      where t.client_id = x.client_id and t.id = x.turn_id and t.attempt = x.attempt and t.state = p_was
        -- One search for each turn: a plan with `exists` may read all that wait, and the dead entries of who waited.
        and not (p_alone and (select true from turns q where q.client_id = t.client_id
          and q.conversation_id = t.conversation_id and q.state = 'queued' order by q.user_seq limit 1) is not null)
      returning x.ordinality as place, t.client_id, t.id, t.conversation_id, t.answer_seq, t.message_id, t.state,
        t.deep_dive, t.user_message_id, t.charge_day, t.door, t.agent_slug, t.model, t.refunded,
        p_calls[x.ordinality] as calls, t.first_text_ms, case when p_from[x.ordinality] is null then x.text
          else output_before(t.client_id, t.id, t.attempt, p_from[x.ordinality]) || x.text end as text,
        -- Decided here and not by the process, whose copy of the client may be older than its first event.
        case when t.door = 'job' or x.state = 'failed'
          then (select c.events_since is not null from clients c where c.id = t.client_id) end as is_told
  ), counted as (
    update conversations v set last_message_at = now(), updated_at = now(), message_count = v.message_count +
        case when isempty(v.set_aside) then cardinality(e.answers)
          else (select count(*) from unnest(e.answers) seq where not seq <@ v.set_aside) end
      from (select client_id, conversation_id, array_agg(answer_seq) as answers from ended group by 1, 2) e
      where v.client_id = e.client_id and v.id = e.conversation_id
      returning v.client_id, v.id
  ), answered as (
    insert into messages (client_id, conversation_id, seq, id, role, content, status, deep_dive, reply_to, turn_id)
      select e.client_id, e.conversation_id, e.answer_seq, e.message_id, 'assistant', e.text,
        case when e.state = 'completed' then 'complete' when e.text <> '' then 'partial' else 'failed' end,
        e.deep_dive, e.user_message_id, e.id
      from ended e join counted c on c.client_id = e.client_id and c.id = e.conversation_id
  ), entered as (
    insert into usage_model_entries (client_id, day, model_reference, delivery, agent_slug, turns, failed, cancelled,
        expired, refunded, first_texts, first_text_ms)
      select client_id, charge_day, coalesce(model, ''), door, agent_slug, count(*),
        count(*) filter (where state = 'failed'), count(*) filter (where state = 'cancelled'),
        count(*) filter (where state = 'expired'), count(*) filter (where refunded), count(first_text_ms),
        coalesce(sum(first_text_ms), 0)
      from ended group by 1, 2, 3, 4, 5
  ), called as (
    insert into usage_call_entries
      select c.client_id, c.day, c.model_reference, c.agent_slug, c.kind, c.outcome, sum(c.calls),
        sum(c.calls_without_tokens), sum(c.input_tokens), sum(c.cache_read_tokens), sum(c.cache_write_tokens),
        sum(c.output_tokens)
      from ended e cross join lateral call_entries(e.client_id, e.agent_slug, e.calls) c group by 1, 2, 3, 4, 5, 6
  )
  select array_agg(place), array_agg(client_id) filter (where is_told), array_agg(id) filter (where is_told)
    into v_ended, v_clients, v_told from ended;
  if v_told is not null then perform record_endings(v_clients, v_told); end if;
  perform clear_ended(p);
  return v_ended;
end $$;

-- The same for endings without a first text of their own: turns that waited, and those whose process is gone.
create or replace function end_turns(p finish[], p_was text, p_from integer[], p_alone boolean) returns integer[]
language sql as $$ select store_ends(p, p_was, p_from, null, null, p_alone) $$;

-- The stored output of an attempt before a byte.
create or replace function output_before(p_client integer, p_turn uuid, p_attempt integer, p_byte integer) returns text
language sql stable as $$
  select coalesce(string_agg(text, '' order by byte_offset), '') from turn_output
    where client_id = p_client and turn_id = p_turn and attempt = p_attempt and byte_offset < p_byte
$$;

-- Ends attempts that ran to completion, in one statement, because nothing is left to decide. The result of each is
-- 'stored'; 'followed', where turns wait in its conversation and nothing was changed; 'replaced' by another attempt;
-- or 'ended' already.
create or replace function finish_attempts(p finish[], p_from integer[], p_first_text integer[], p_calls jsonb[])
returns text[]
language plpgsql set plan_cache_mode = force_generic_plan set enable_seqscan = off set enable_hashjoin = off
set enable_mergejoin = off set jit = off as $$
declare
  v_stored integer[];
begin
  if exists (select 1 from unnest(p) x where x.refund) then
    perform 1 from usage_clients u
      where (u.client_id, u.day) in (select x.client_id, x.day from unnest(p) x where x.refund)
      order by u.client_id, u.day for update;
  end if;
  perform 1 from conversations v
    where (v.client_id, v.id) in (select x.client_id, x.conversation_id from unnest(p) x)
    order by v.client_id, v.id for update;
  v_stored := store_ends(p, 'running', p_from, p_first_text, p_calls, true);
  if array_length(v_stored, 1) = array_length(p, 1) then
    return array_fill('stored'::text, array[array_length(p, 1)]);
  end if;
  return (select array_agg(case when x.ordinality = any (v_stored) then 'stored'
      when t.attempt > x.attempt then 'replaced'
      when t.attempt = x.attempt and t.state = 'running' then 'followed' else 'ended' end order by x.ordinality)
    from unnest(p) with ordinality x left join turns t on t.client_id = x.client_id and t.id = x.turn_id);
end $$;

-- Cancels the turns of a client, of one of its users, or of one conversation. Waiting turns end here, refunded as
-- p_given_back says, and running ones have to be stopped by their processes. A hundred thousand jobs take some
-- seconds. They are locked first, and a claim passes over them, so they are removed from the counts last: until then
-- the queue is free.
create or replace function cancel_turns(p_client integer, p_user text, p_conversation uuid, p_reason text,
  p_given_back boolean) returns void language plpgsql as $$
declare
  v_running uuid[];
  v_ends    finish[];
  v_lanes   text[];
  v_tags    bigint[];
  v_ids     uuid[];
begin
  -- In one statement, because a turn may begin to run or be requeued at any moment.
  select array_agg(id) filter (where state = 'running'),
      array_agg(row(client_id, id, attempt, conversation_id, charge_day, 'cancelled', '', 'cancelled', p_reason,
        p_given_back, true, null, null, null)::finish) filter (where state = 'queued'),
      array_agg(lane) filter (where tag is not null), array_agg(tag) filter (where tag is not null),
      array_agg(id) filter (where tag is not null)
    into v_running, v_ends, v_lanes, v_tags, v_ids
    from (select client_id, id, attempt, conversation_id, charge_day, state, lane, tag from turns
      where client_id = p_client and (state = 'queued' or state = 'running')
        and (p_user is null or external_user_id = p_user)
        and (p_conversation is null or conversation_id = p_conversation) for update) t;
  update turns set cancel_reason = p_reason
    where client_id = p_client and id = any (v_running) and cancel_reason is null;
  if v_ends is null then return; end if;
  if p_conversation is not null then
    perform end_turns(v_ends, 'queued', null, false);
    return;
  end if;
  perform set_config('parley.counts', 'later', true);
  perform end_turns(v_ends, 'queued', null, false);
  perform set_config('parley.counts', '', true);
  if v_ids is null then return; end if;
  perform count_turns(v_lanes, v_tags, v_ids, -1);
  perform keep_heads(p_client);
end $$;

-- Makes way for a turn that interrupts. Running turns have to be stopped by their processes; streams that wait for
-- the same end are cancelled; waiting jobs stay behind, and the first of them gets a new place once the conversation
-- is free.
create or replace function interrupt_turns(p_client integer, p_conversation uuid, p_first uuid, p_given_back boolean)
returns void language plpgsql as $$
declare
  v_ends finish[];
begin
  update turns set tag = null
    where client_id = p_client and conversation_id = p_conversation and state = 'queued' and tag is not null;
  update turns set cancel_reason = 'cancelled' where client_id = p_client and conversation_id = p_conversation
    and state = 'running' and cancel_reason is null;
  select array_agg(row(client_id, id, attempt, conversation_id, charge_day, 'cancelled', '', 'cancelled', 'cancelled',
      p_given_back, true, null, null, null)::finish) into v_ends
    from turns where client_id = p_client and conversation_id = p_conversation and state = 'queued'
      and door = 'stream' and id <> p_first;
  if v_ends is not null then perform end_turns(v_ends, 'queued', null, false); end if;
end $$;

-- Cancels the waiting turns whose questions were just set aside. An interruption has taken their places before.
create or replace function cancel_set_aside(p_client integer, p_conversation uuid, p_given_back boolean) returns void
language plpgsql as $$
declare
  v_ends finish[];
begin
  select array_agg(row(t.client_id, t.id, t.attempt, t.conversation_id, t.charge_day, 'cancelled', '', 'cancelled',
      'cancelled', p_given_back, true, null, null, null)::finish) into v_ends
    from conversations v join turns t on t.client_id = v.client_id and t.conversation_id = v.id
    where v.client_id = p_client and v.id = p_conversation and t.state = 'queued' and t.answer_seq <@ v.set_aside;
  if v_ends is not null then perform end_turns(v_ends, 'queued', null, false); end if;
end $$;

-- Deletes a conversation of this owner with its messages, and cancels its turns. Returns the running turns, which
-- their processes have to stop, or null when the owner has no such conversation.
create or replace function delete_owned_conversation(p_client integer, p_user text, p_conversation uuid,
  p_given_back boolean) returns uuid[] language plpgsql as $$
declare
  v_days    date[];
  v_running uuid[];
begin
  perform 1 from conversations
    where client_id = p_client and id = p_conversation and external_user_id = p_user;
  if not found then return null; end if;
  -- Cancelling may refund usage, and usage is locked before conversations.
  select array_agg(distinct charge_day) into v_days from turns
    where client_id = p_client and conversation_id = p_conversation and (state = 'running' or state = 'queued');
  perform 1 from usage_clients where client_id = p_client and day = any (v_days) order by day for update;
  perform 1 from usage_users
    where client_id = p_client and day = any (v_days) and external_user_id = p_user order by day for update;
  perform 1 from conversations where client_id = p_client and id = p_conversation for update;
  if not found then return null; end if;
  perform cancel_turns(p_client, null, p_conversation, 'conversation_not_found', p_given_back);
  select coalesce(array_agg(id), '{}') into v_running from turns
    where client_id = p_client and conversation_id = p_conversation and state = 'running';
  delete from conversations where client_id = p_client and id = p_conversation;
  return v_running;
end $$;
