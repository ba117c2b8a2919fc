-- Deliveries of events to endpoints.

-- Claims deliveries that are due, for one try each: the oldest first, and of an endpoint no more than p_each at a
-- time, whichever processes try them. Processes claim one after the other, because each counts what all have claimed.
create or replace function claim_deliveries(p_lease uuid, p_count integer, p_each integer, p_lease_time interval)
returns table (client_id integer, webhook_id uuid, event_id uuid, step integer) language plpgsql
set plan_cache_mode = force_generic_plan set enable_seqscan = off set enable_hashjoin = off
set enable_mergejoin = off as $$
begin
  if not exists (select from webhooks w where w.enabled) then return; end if;
  if not pg_try_advisory_xact_lock(hashtext('parley webhooks')) then return; end if;
  return query
    with due as materialized (
      select d.client_id, d.webhook_id, d.event_id
      from webhooks w cross join lateral (
        select x.client_id, x.webhook_id, x.event_id, x.due_at from webhook_deliveries x
        where x.client_id = w.client_id and x.webhook_id = w.id and x.due_at <= now()
        order by x.due_at
        limit greatest(0, p_each - (select count(*) from webhook_deliveries l
          where l.client_id = w.client_id and l.webhook_id = w.id and l.lease_id is not null
            and l.due_at > now() and l.due_at <= now() + p_lease_time))) d
      where w.enabled
      order by d.due_at limit p_count
    )
    update webhook_deliveries d set lease_id = p_lease, due_at = now() + p_lease_time, attempts = d.attempts + 1
      from due where d.client_id = due.client_id and d.webhook_id = due.webhook_id and d.event_id = due.event_id
        and d.due_at <= now()
      returning d.client_id, d.webhook_id, d.event_id, d.step;
end $$;

-- Stores what came of a try: 'delivered', 'gone', 'again' after p_delay, or 'failed'. Only the holder of the lease
-- may; otherwise the result is 'lost'. A success ends a row of failures. 'gone' disables the endpoint, and so does
-- failing for p_days and p_tries: then the result is 'disabled', and an event says so.
create or replace function settle_delivery(p_client integer, p_webhook uuid, p_event uuid, p_lease uuid, p_outcome text,
  p_delay interval, p_try jsonb, p_days integer, p_tries integer) returns text language plpgsql
set plan_cache_mode = force_generic_plan as $$
declare
  w webhooks;
begin
  update webhook_deliveries d set lease_id = null, due_at = now() + p_delay,
      state = case p_outcome when 'delivered' then 'delivered' when 'again' then 'pending' else 'failed' end,
      step = d.step + (p_outcome = 'again')::integer,
      ended_at = case when p_outcome <> 'again' then now() end,
      tries = case when jsonb_array_length(d.tries) >= 20 then d.tries - 0 else d.tries end || p_try
    where d.client_id = p_client and d.webhook_id = p_webhook and d.event_id = p_event and d.lease_id = p_lease;
  if not found then return 'lost'; end if;
  if p_outcome = 'delivered' then
    update webhooks set failing_since = null, failures = 0
      where client_id = p_client and id = p_webhook and failing_since is not null;
    return 'settled';
  end if;
  update webhooks set failing_since = coalesce(failing_since, now()), failures = failures + 1
    where client_id = p_client and id = p_webhook returning * into w;
  if not found or not w.enabled then return 'settled'; end if;
  if p_outcome <> 'gone' and (w.failures < p_tries or w.failing_since > now() - make_interval(days => p_days)) then
    return 'settled';
  end if;
  update webhooks set enabled = false, disabled_at = now(),
      disabled_reason = case when p_outcome = 'gone' then 'gone' else 'failing' end
    where client_id = p_client and id = p_webhook returning * into w;
  perform record_events(array[p_client], array['webhook.disabled'], array[null::text],
    array[jsonb_build_object('webhook_id', w.id, 'url', w.url, 'reason', w.disabled_reason)]);
  return 'disabled';
end $$;
