-- The lock under which a client's running turns are counted against its limits.
create or replace function lock_rooms(p_client integer) returns void language sql as
$$ select pg_advisory_xact_lock(hashtext('parley rooms'), p_client) $$;

-- The number of conversations of a client, and of one of its users, in which a turn runs or a stream waits to begin.
-- The conversation p_but is not counted, because a turn that interrupts another takes over its slot.
create or replace function turns_under_way(p_client integer, p_user text, p_but uuid, out of_client bigint,
  out of_user bigint) language plpgsql stable as $$
begin
  select count(distinct conversation_id), count(distinct conversation_id) filter (where external_user_id = p_user)
    into of_client, of_user
    from turns where client_id = p_client and (state = 'running' or (state = 'queued' and process_id is not null))
      and conversation_id is distinct from p_but;
end $$;

-- Whether one more job of this client and user may run: 'yes', or which of the two is at its limit.
create or replace function room_of(p_client integer, p_user text) returns text language plpgsql as $$
declare
  c    record;
  used record;
begin
  select concurrent_turns, concurrent_turns_per_user into c from clients where id = p_client;
  if c.concurrent_turns is null and c.concurrent_turns_per_user is null then return 'yes'; end if;
  used := turns_under_way(p_client, p_user, null);
  return case when used.of_client >= c.concurrent_turns then 'client'
    when used.of_user >= c.concurrent_turns_per_user then 'user' else 'yes' end;
end $$;

-- The same under the lock, for a claim that will act on a 'yes'. The lock is only tried, because a claim already
-- holds turns, which come later in the lock order; and only where a slot seems free, because a claim may meet
-- thousands of jobs without one. The usage row of the day could not serve as this lock: it is invisible to other
-- transactions until the first admission of the day has committed.
create or replace function has_room(p_client integer, p_user text) returns text language plpgsql as $$
declare
  v_room text := room_of(p_client, p_user);
begin
  if v_room <> 'yes' then return v_room; end if;
  if not pg_try_advisory_xact_lock(hashtext('parley rooms'), p_client) then return 'client'; end if;
  return room_of(p_client, p_user);
end $$;
