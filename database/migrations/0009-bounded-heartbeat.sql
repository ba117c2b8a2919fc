-- A heartbeat that tells stale writes from late ones, and a history that ends where no prompt can use more of it.

-- What the widest model of a process can take of a conversation. Null: a process of 0.1.0, which does not say it.
alter table processes add column history_bytes integer;

-- As `heartbeat`, which processes of 0.1.0 go on calling. `fenced` counts stale writes only: pieces of an attempt
-- that another one has replaced. A piece that comes when its turn has just ended is refused too, and is no fault.
create function process_heartbeat(p_process uuid, p_lease interval, p_slots integer, p_service_ms integer, p_output jsonb)
returns jsonb language plpgsql as $$
declare
  v_alive  boolean;
  v_stored integer := 0;
  v_fenced integer := 0;
begin
  update processes set lease_until = now() + p_lease, slots = p_slots,
      service_ms = coalesce(p_service_ms, service_ms)
    where id = p_process;
  v_alive := found;
  if v_alive and jsonb_array_length(p_output) > 0 then
    -- A piece comes again when the answer to the heartbeat that had stored it was lost.
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
  if v_stored < jsonb_array_length(p_output) then
    select count(*) into v_fenced
      from jsonb_to_recordset(p_output) as o(client_id integer, turn_id uuid, attempt integer)
      join turns t on t.client_id = o.client_id and t.id = o.turn_id and t.attempt > o.attempt;
  end if;
  return jsonb_build_object('alive', v_alive,
    'fenced', v_fenced,
    'service_ms', (select avg(service_ms)::float from processes where lease_until > now() and slots > 0),
    'slots', (select sum(slots) from processes where lease_until > now()),
    'stop', (select coalesce(jsonb_agg(jsonb_build_object('turn_id', id, 'reason', cancel_reason)), '[]')
      from turns where process_id = p_process and cancel_reason is not null));
end $$;

-- The last messages before p_before, newest first, as many as p_bytes hold: without questions that still wait, and of
-- several answers to one question only the latest, because no prompt uses the others. The size of a message is
-- known without reading it.
create function history_within(p_client integer, p_conversation uuid, p_before integer, p_bytes bigint) returns json
language sql stable as $$
  select coalesce(json_agg(json_build_object('id', id, 'role', role, 'content', content, 'reply_to', reply_to)
      order by seq desc), '[]')
  from (
    select *, sum(octet_length(content)) over (order by seq desc) as bytes_so_far
    from (
      select id, role, content, reply_to, seq,
        row_number() over (partition by role, case when role = 'assistant' then coalesce(reply_to, id) else id end
          order by seq desc) as version
      from (
        select id, role, content, reply_to, seq from messages
        where client_id = p_client and conversation_id = p_conversation and seq < p_before and content <> ''
          and seq <> all (array(select user_seq from turns where client_id = p_client
            and conversation_id = p_conversation and state = 'queued' and not retry))
        order by seq desc limit 200
      ) m
    ) v where version = 1
  ) s where bytes_so_far <= p_bytes
$$;

-- The same question and answer as before, for the functions that ask it: only what no process can use is left out.
create or replace function history_of(p_client integer, p_conversation uuid, p_before integer) returns json
language sql stable as $$
  select history_within(p_client, p_conversation, p_before,
    coalesce((select max(coalesce(history_bytes, 4194304)) from processes), 4194304))
$$;
