-- What waits for any process, in one statement a second: an idle process asks for nothing else. Each answer is true at
-- least whenever its chore has something to do; the chore decides again, under its locks.
create or replace function due_work(p_process uuid, p_queue_ttl interval, out queued boolean, out overdue boolean,
  out lost boolean, out erasures boolean, out deliveries boolean, out busy_elsewhere integer,
  out assigned boolean) language sql stable
set plan_cache_mode = force_generic_plan set enable_seqscan = off as $$
  select
    exists (select from turns where state = 'queued'),
    exists (select from turns where state = 'queued' and queued_at < now() - p_queue_ttl),
    exists (select from processes where lease_until < now())
      or exists (select from turns t where t.state = 'running'
        and not exists (select from processes p where p.id = t.process_id))
      or exists (select from turns t where t.state = 'queued' and t.process_id is not null
        and not exists (select from processes p where p.id = t.process_id)),
    exists (select from erasures where next_at <= now()),
    exists (select from events where is_unsent)
      or exists (select from webhooks w join clients c on c.id = w.client_id and c.enabled
        where w.enabled and exists (select from webhook_deliveries d
        where d.client_id = w.client_id and d.webhook_id = w.id and d.due_at <= now())),
    (select count(*)::integer from turns
      where state = 'running' and door = 'job' and process_id is distinct from p_process),
    exists (select from turns where state = 'running' and process_id = p_process)
      or exists (select from turns where state = 'queued' and process_id is not null and process_id = p_process)
$$;
