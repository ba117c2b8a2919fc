-- The steps of turns: what models ask for, stored before it leaves.

-- Stores a step of a running attempt, and what it has called so far as `note_calls` does. False when the attempt no
-- longer runs. The conversation is locked first, as by every transaction that locks a turn: the rows refer to it.
create or replace function store_step(p_client integer, p_conversation uuid, p_turn uuid, p_attempt integer,
  p_calls jsonb, p_step jsonb) returns boolean language plpgsql set enable_seqscan = off as $$
begin
  perform 1 from conversations where client_id = p_client and id = p_conversation for key share;
  if not found or not note_calls(p_client, p_turn, p_attempt, p_calls, p_step ->> 'origin') then return false; end if;
  update turns set wrote = false where client_id = p_client and id = p_turn and wrote is null;
  insert into turn_steps (client_id, conversation_id, turn_id, step, origin, text, native)
    values (p_client, p_conversation, p_turn, (p_step ->> 'step')::smallint, p_step ->> 'origin', p_step ->> 'text',
      p_step ->> 'native')
    on conflict do nothing;
  insert into tool_calls (client_id, conversation_id, turn_id, step, place, id, model_call_id, name, server_id,
      tool, effect, idempotent, approved_at, label, question, status, sends, arguments, result, is_error,
      finished_at)
    select p_client, p_conversation, p_turn, (p_step ->> 'step')::smallint, c.place, c.id, c.model_call_id, c.name,
      c.server_id, c.tool, c.effect, c.idempotent, c.approved_at, c.label, c.question, c.status, c.sends,
      c.arguments, c.result, c.is_error, case when c.status not in ('open', 'pending') then now() end
    from jsonb_to_recordset(p_step -> 'calls') c(place smallint, id uuid, model_call_id text, name text,
      server_id uuid, tool text, effect text, idempotent boolean, approved_at timestamptz, label text,
      question text, status text, sends smallint, arguments text, result text, is_error boolean)
    on conflict do nothing;
  return true;
end $$;

-- Stores what calls of a turn have become, and whether it may have changed something by them.
create or replace function change_tool_calls(p_client integer, p_conversation uuid, p_turn uuid, p_changes jsonb)
returns void language sql set enable_seqscan = off as $$
  update tool_calls k set status = c.status, sends = c.sends, result = c.result, is_error = c.is_error,
      bytes = coalesce(c.bytes, k.bytes), duration_ms = coalesce(c.duration_ms, k.duration_ms),
      finished_at = case when c.status <> 'open' then now() end
    from jsonb_to_recordset(p_changes) c(id uuid, status text, sends smallint, result text, is_error boolean,
      bytes integer, duration_ms integer)
    where k.client_id = p_client and k.conversation_id = p_conversation and k.turn_id = p_turn and k.id = c.id;
  update turns t set wrote = k.has_written
    from (select coalesce(bool_or(effect = 'write' and status in ('open', 'done', 'unknown')), false) as has_written
          from tool_calls where client_id = p_client and conversation_id = p_conversation and turn_id = p_turn) k
    where t.client_id = p_client and t.id = p_turn and t.wrote is distinct from k.has_written;
$$;

-- Empties what the models of a turn have written for its tools, and what these were told and said.
create or replace function forget_steps(p_client integer, p_conversation uuid, p_turn uuid) returns void
language sql set enable_seqscan = off as $$
  update tool_calls set arguments = '', result = null
    where client_id = p_client and conversation_id = p_conversation and turn_id = p_turn;
  update turn_steps set text = '', native = ''
    where client_id = p_client and conversation_id = p_conversation and turn_id = p_turn;
$$;

-- Hands the steps of a turn whose question was answered with yes to the turn that goes on from them.
create or replace function confirm_action(p_client integer, p_conversation uuid, p_action uuid, p_turn uuid, p_by text)
returns void language plpgsql set enable_seqscan = off as $$
declare
  v_from uuid;
  v_user text;
begin
  select turn_id into v_from from tool_calls
    where client_id = p_client and id = p_action and question is not null;
  update turn_steps set turn_id = p_turn
    where client_id = p_client and conversation_id = p_conversation and turn_id = v_from;
  update tool_calls set turn_id = p_turn, asked_in = coalesce(asked_in, v_from)
    where client_id = p_client and conversation_id = p_conversation and turn_id = v_from;
  update tool_calls set status = 'confirmed', decision = 'confirm', decided_turn = p_turn
    where client_id = p_client and id = p_action and question is not null;
  update turns set wrote = false, confirms = p_action where client_id = p_client and id = p_turn
    returning external_user_id into v_user;
  perform tell_decision(p_client, v_user, p_action, p_conversation, 'confirm', p_by);
end $$;

-- Closes a question without a turn: with no, or because its time is over.
create or replace function close_action(p_client integer, p_conversation uuid, p_action uuid, p_status text,
  p_user text, p_by text) returns void language plpgsql set enable_seqscan = off as $$
declare
  v_turn uuid;
begin
  update tool_calls set status = p_status, decision = case p_status when 'declined' then 'decline' end,
      finished_at = now()
    where client_id = p_client and id = p_action and question is not null returning turn_id into v_turn;
  perform forget_steps(p_client, p_conversation, v_turn);
  if p_status = 'declined' then
    perform tell_decision(p_client, p_user, p_action, p_conversation, 'decline', p_by);
  end if;
end $$;

create or replace function tell_decision(p_client integer, p_user text, p_action uuid, p_conversation uuid,
  p_decision text, p_by text) returns void language sql as $$
  select record_events(array[p_client], array['action.decided'], array[p_user],
    array[jsonb_build_object('action_uuid', p_action, 'conversation_uuid', p_conversation, 'decision', p_decision,
      'by', p_by)])
$$;

-- Whether the very approval of a call is in force. Its time has passed through clocks that have milliseconds only.
create or replace function is_approved(p_call tool_calls) returns boolean language sql stable as $$
  select exists (select from tools a
    join tool_servers s on s.client_id = a.client_id and s.id = a.server_id
    where a.client_id = p_call.client_id and a.server_id = p_call.server_id and a.name = p_call.tool and s.enabled
      and date_trunc('milliseconds', a.approved_at) = p_call.approved_at)
$$;

-- Whether a question cannot be said yes to any more: its time is over, its conversation has had another turn, its
-- approval is not in force, or its user, client or agent may not ask. While the turn that asks has not ended, it can
-- become one.
create or replace function is_action_over(p_call tool_calls) returns boolean language sql stable as $$
  select coalesce(p_call.decide_until < now(), false) or not is_approved(p_call) or exists (
    select from turns t
    join conversations v on v.client_id = t.client_id and v.id = t.conversation_id
    join clients c on c.id = t.client_id
    where t.client_id = p_call.client_id and t.id = coalesce(p_call.asked_in, p_call.turn_id)
      and (v.next_seq > t.answer_seq + 1 or not c.enabled or not agent_allowed(c.id, t.agent_slug)
        or exists (select from blocked_users b
          where b.client_id = t.client_id and b.external_user_id = t.external_user_id)
        or exists (select from hosted_users h
          where h.client_id = t.client_id and 'hu:' || h.id = t.external_user_id and not h.enabled)))
$$;

-- Closes questions that are over, of one client, or of all where it is null, some at a time, and returns how many. One
-- that is locked is being decided.
create or replace function expire_actions(p_client integer, p_most integer) returns integer language plpgsql
set enable_seqscan = off as $$
declare
  v_action record;
  v_closed integer := 0;
begin
  for v_action in select k.client_id, k.conversation_id, k.id from tool_calls k
    where k.status = 'pending' and k.decide_until is not null and (p_client is null or k.client_id = p_client)
      and is_action_over(k)
    order by k.decide_until limit p_most for update skip locked
  loop
    perform close_action(v_action.client_id, v_action.conversation_id, v_action.id, 'expired', null, null);
    v_closed := v_closed + 1;
  end loop;
  return v_closed;
end $$;
