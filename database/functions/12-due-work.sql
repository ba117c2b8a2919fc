-- What waits for any process, in one statement a second: an idle process asks for nothing else. Each answer is true at
-- least whenever its chore has something to do; the chore decides again, under its locks. Only with p_held does it look
-- through all turns that processes hold, and through the entries of those that they held since an old snapshot; then
-- held_ms says how long that took. Otherwise, overdue jobs are those of the last seconds.
create or replace function due_work(p_process uuid, p_queue_ttl interval, p_held boolean, out queued boolean,
  out overdue boolean, out lost boolean, out erasures boolean, out deliveries boolean, out busy_elsewhere integer,
  out assigned boolean, out held_ms double precision) language plpgsql stable
set plan_cache_mode = force_generic_plan set enable_seqscan = off set enable_sort = off as $$
declare
  v_begun timestamptz := clock_timestamp();
begin
  if p_held then
    select coalesce(bool_or(coalesce(t.process_id <> all (array(select id from newest_processes())), true)), false),
        coalesce(bool_or(t.process_id = p_process), false),
        count(*) filter (where t.state = 'running' and t.door = 'job' and t.process_id is distinct from p_process)
      into lost, assigned, busy_elsewhere from held_turns() t;
    held_ms := 1000 * extract(epoch from clock_timestamp() - v_begun);
  end if;
  queued := queue_length() > 0;
  -- The first one, since a plan for `exists` may read all that wait, and the dead entries of those that waited.
  overdue := (select true from turns where state = 'queued' and queued_at < now() - p_queue_ttl and queued_at >=
    case when p_held then '-infinity' else now() - p_queue_ttl - interval '20 s' end order by queued_at limit 1) is not null;
  lost := coalesce(lost, false) or exists (select from newest_processes() where lease_until < now());
  erasures := exists (select from erasures where next_at <= now());
  deliveries := exists (select from events where is_unsent)
    or exists (select from webhooks w join clients c on c.id = w.client_id and c.enabled
      where w.enabled and exists (select from webhook_deliveries d
      where d.client_id = w.client_id and d.webhook_id = w.id and d.due_at <= now()));
end $$;
