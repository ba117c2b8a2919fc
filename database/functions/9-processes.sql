-- All processes, each found by its newest version. An old snapshot keeps a version for each heartbeat, which a search
-- by id, or through the table, would go through: see 0025-old-snapshots.md.
create or replace function newest_processes() returns setof processes language sql stable set enable_seqscan = off as $$
  with recursive newest as (
    (select p as process from processes p order by p.id desc, p.epoch desc limit 1)
    union all
    select (select p from processes p where p.id < (n.process).id order by p.id desc, p.epoch desc limit 1)
      from newest n where (n.process).id is not null
  ) select (process).* from newest where (process).id is not null
$$;

-- The turns that processes hold: those that run, and those that wait for the end of what they interrupt.
create or replace function held_turns() returns setof turns language sql stable as $$
  select * from turns where state = 'running'
  union all select * from turns where state = 'queued' and process_id is not null
$$;

-- The heartbeat of a process: renews its lease, stores the text of its turns, and returns which of them it has to
-- stop, and the throughput of jobs. This update locks the row of the process, and recovery deletes that row before it
-- takes over turns: once it is gone, no write of the process about them is stored. `fenced` counts stale writes:
-- pieces of an attempt that was replaced by another. A piece that comes after the end of its turn is not one.
create or replace function process_heartbeat(p_process uuid, p_lease interval, p_slots integer, p_service_ms integer,
  p_output jsonb) returns jsonb language plpgsql
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
declare
  v_alive  boolean;
  v_draining boolean;
  v_stored integer := 0;
  v_fenced integer := 0;
begin
  perform 1 from processes where id = p_process order by epoch desc limit 1 for no key update;
  update processes set lease_until = now() + p_lease, slots = p_slots,
      service_ms = coalesce(p_service_ms, service_ms), epoch = epoch + (random() * 16 < 1)::integer
    where ctid = (select ctid from processes where id = p_process order by epoch desc limit 1)
    returning draining into v_draining;
  v_alive := found;
  if v_alive and jsonb_array_length(p_output) > 0 then
    -- A piece comes again when the response to the heartbeat that stored it was lost. The row of the process is locked,
    -- so no other statement stores pieces of these turns meanwhile, and they are looked up: `on conflict` would log a
    -- second record for each piece.
    with pieces as materialized (
      select o.client_id, o.turn_id, o.attempt, o.byte_offset, o.text
      from jsonb_to_recordset(p_output) as o(client_id integer, turn_id uuid, attempt integer,
          byte_offset integer, text text)
      join turns t on t.client_id = o.client_id and t.id = o.turn_id
        and t.attempt = o.attempt and t.state = 'running' and t.process_id = p_process
    ), longer as (
      update turn_output as before set text = o.text from pieces o
        where before.client_id = o.client_id and before.turn_id = o.turn_id and before.attempt = o.attempt
          and before.byte_offset = o.byte_offset and length(o.text) > length(before.text)
    )
    insert into turn_output (client_id, turn_id, attempt, byte_offset, text)
      select o.client_id, o.turn_id, o.attempt, o.byte_offset, o.text from pieces o
      where not exists (select from turn_output before where before.client_id = o.client_id
        and before.turn_id = o.turn_id and before.attempt = o.attempt and before.byte_offset = o.byte_offset);
    get diagnostics v_stored = row_count;
  end if;
  if v_stored < jsonb_array_length(p_output) then
    select count(*) into v_fenced
      from jsonb_to_recordset(p_output) as o(client_id integer, turn_id uuid, attempt integer)
      join turns t on t.client_id = o.client_id and t.id = o.turn_id and t.attempt > o.attempt;
  end if;
  return jsonb_build_object('alive', v_alive,
    'draining', coalesce(v_draining, false),
    'fenced', v_fenced,
    'service_ms', (select avg(service_ms)::float from newest_processes() where lease_until > now() and slots > 0),
    'slots', (select sum(slots) from newest_processes() where lease_until > now()),
    'stop', (select coalesce(jsonb_agg(jsonb_build_object('turn_id', id, 'reason', cancel_reason)), '[]')
      from turns where process_id = p_process and cancel_reason is not null));
end $$;

-- Turns whose process has lost its lease, jobs first, because another process can continue them. The grace is time
-- during which no process could renew a lease.
create or replace function lost_turns(p_grace interval) returns table (client_id integer, turn_id uuid)
language plpgsql set enable_seqscan = off as $$
begin
  delete from processes where id in
    (select id from processes where lease_until < now() - p_grace order by id for update skip locked);
  return query
    select t.client_id, t.id from held_turns() t
    where coalesce(t.process_id <> all (array(select p.id from newest_processes() p)), true)
    order by t.door, t.id limit 500;
end $$;

-- Abandons turns that a process holds in the database without knowing them: their admission or claim was committed,
-- and its response never arrived. They are recovered like those of a dead process.
create or replace function abandon_turns(p_process uuid, p_turns uuid[]) returns void language sql as $$
  update turns set process_id = '00000000-0000-0000-0000-000000000000'
    where process_id = p_process and id = any (p_turns)
$$;
