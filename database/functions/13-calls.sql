-- Calls to models, as entries that a fold adds to usage_calls. A description of calls is a JSON array: of each its model
-- as `<provider>/<model>`, its kind and outcome, its tokens, and either its day or how many milliseconds ago it began.

-- The rows that calls of a client with an agent add. `calls` of a description is how many it stands for: less than none
-- where it takes another one back.
create or replace function call_entries(p_client integer, p_agent text, p_calls jsonb) returns setof usage_call_entries
language sql stable as $$
  select p_client, coalesce(c.day, utc_day_before(c.ms_ago)), c.model, p_agent, c.kind, c.outcome, coalesce(c.calls, 1),
    case when c.input_tokens is null or c.output_tokens is null then coalesce(c.calls, 1) else 0 end,
    c.input_tokens, c.cache_read_tokens, c.cache_write_tokens, c.output_tokens
  from jsonb_to_recordset(p_calls) as c(day date, ms_ago float8, model text, kind text, outcome text, calls integer,
    input_tokens bigint, cache_read_tokens bigint, cache_write_tokens bigint, output_tokens bigint)
$$;

create or replace function enter_calls(p_client integer, p_agent text, p_calls jsonb) returns void language sql as $$
  insert into usage_call_entries select * from call_entries(p_client, p_agent, p_calls)
$$;

-- A call that may be under way, of which nothing is known but its day.
create or replace function unknown_call(p_model text, p_day date) returns jsonb language sql stable as $$
  select jsonb_build_array(jsonb_build_object('day', p_day, 'model', p_model, 'kind', 'answer', 'outcome', 'unknown'))
$$;

-- Notes what a running attempt has called, before it calls p_next: the calls that would have to be counted if its
-- process died. False when the attempt no longer runs: it must not call anything more.
create or replace function note_calls(p_client integer, p_turn uuid, p_attempt integer, p_calls jsonb, p_next text)
returns boolean language plpgsql as $$
begin
  update turns set calls = unknown_call(p_next, utc_day()) || (
      select coalesce(jsonb_agg(c - 'ms_ago'
        || jsonb_build_object('day', utc_day_before((c ->> 'ms_ago')::float8))), '[]')
      from jsonb_array_elements(p_calls) c)
    where client_id = p_client and id = p_turn and attempt = p_attempt and state = 'running';
  return found;
end $$;

-- Counts the calls of a running attempt whose process is gone. That it ran is all that is known where nothing was noted:
-- it counts as one call, since a process calls a model at once. The model is the one that the process has reported.
create or replace function enter_lost_calls(p_client integer, p_turn uuid) returns void language sql as $$
  insert into usage_call_entries
    select c.* from turns t cross join lateral call_entries(t.client_id, t.agent_slug,
      coalesce(t.calls, unknown_call(coalesce(t.model, ''),
        utc_day_before(extract(epoch from now() - t.started_at) * 1000)))) c
    where t.client_id = p_client and t.id = p_turn
$$;

-- Counts the calls of a running attempt that its process describes.
create or replace function enter_calls_of_turn(p_client integer, p_turn uuid, p_calls jsonb) returns void
language sql as $$
  select enter_calls(t.client_id, t.agent_slug, p_calls) from turns t where t.client_id = p_client and t.id = p_turn
$$;
