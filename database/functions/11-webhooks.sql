-- Deliveries of events to endpoints.

-- Gives each endpoint a delivery of the events that it wants, p_count events at a time, the oldest first. The
-- transaction that stores an event leaves this to the process that claims deliveries, because ten endpoints of a client
-- whose jobs all end at once would cost it ten rows for each of them. An endpoint is sent nothing from before it
-- existed, and nothing about a user whose data is being erased.
create or replace function spread_events(p_count integer) returns void language sql
set plan_cache_mode = force_generic_plan set enable_seqscan = off set enable_hashjoin = off
set enable_mergejoin = off as $$
  with chosen as materialized (
    select client_id, id from events where is_unsent order by seq limit p_count for update skip locked
  ), spread as (
    update events e set is_unsent = false from chosen c where e.client_id = c.client_id and e.id = c.id
    returning e.client_id, e.id, e.type, e.external_user_id, e.created_at
  )
  insert into webhook_deliveries (client_id, webhook_id, event_id)
    select s.client_id, w.id, s.id
    from spread s
    join webhooks w on w.client_id = s.client_id and w.enabled and w.created_at <= s.created_at
      and (w.types is null or s.type = any (w.types))
    where not exists (select from erasures r
      where r.client_id = s.client_id and r.external_user_id = s.external_user_id)
  on conflict do nothing;
$$;

-- Claims deliveries that are due, for one try each. Of an endpoint no more than p_each are tried at a time, or p_most of
-- its place in p_grown, and of a client no more than p_share or what its largest endpoint takes, whichever processes try
-- them. Clients take turns, those with fewer tries under way first, so that a client whose endpoints hang or have much
-- to catch up with delays no other; of each, the oldest come first. A client gets another try while the process has at
-- least as many free places, p_count of them now: alone it fills half, two of them a third each, and some are left.
-- Processes claim one after the other, because each counts what all have claimed. Deliveries of a revoked client wait.
-- Every claim leaves entries of the index behind that only a plain scan of it forgets: by bitmaps, each claim of an
-- endpoint that is sent thousands reads all of them again.
create or replace function claim_due_deliveries(p_lease uuid, p_count integer, p_each integer, p_share integer,
  p_lease_time interval, p_grown uuid[], p_most integer[])
returns table (client_id integer, webhook_id uuid, event_id uuid, step integer) language plpgsql
set plan_cache_mode = force_generic_plan set enable_seqscan = off set enable_hashjoin = off
set enable_mergejoin = off set enable_bitmapscan = off as $$
begin
  if not exists (select from webhooks w where w.enabled) and not exists (select from events e where e.is_unsent) then
    return;
  end if;
  if not pg_try_advisory_xact_lock(hashtext('parley webhooks')) then return; end if;
  perform spread_events(1000);
  return query
    with endpoints as materialized (
      select w.client_id, w.id, h.held, sum(h.held) over (partition by w.client_id) as held_of_client,
        coalesce(g.most, p_each) as most,
        greatest(p_share, max(g.most) over (partition by w.client_id)) as share
      from webhooks w
      join clients c on c.id = w.client_id and c.enabled
      left join unnest(p_grown, p_most) g(id, most) on g.id = w.id
      cross join lateral (select count(*) as held from webhook_deliveries l
        where l.client_id = w.client_id and l.webhook_id = w.id and l.lease_id is not null
          and l.due_at > now() and l.due_at <= now() + p_lease_time) h
      where w.enabled
    ), due as materialized (
      select p.client_id, p.webhook_id, p.event_id, p.place, row_number() over (order by p.place, p.due_at) as nth
      from (
        select e.client_id, e.id as webhook_id, d.event_id, d.due_at, e.share,
          e.held_of_client + row_number() over (partition by e.client_id order by d.due_at) as place
        from endpoints e cross join lateral (
          select x.event_id, x.due_at from webhook_deliveries x
          where x.client_id = e.client_id and x.webhook_id = e.id and x.due_at <= now()
          order by x.due_at limit greatest(0, e.most - e.held)) d
      ) p
      where p.place <= p.share
    )
    update webhook_deliveries d set lease_id = p_lease, due_at = now() + p_lease_time, attempts = d.attempts + 1
      from due where d.client_id = due.client_id and d.webhook_id = due.webhook_id and d.event_id = due.event_id
        and due.place <= p_count - due.nth + 1 and d.due_at <= now()
      returning d.client_id, d.webhook_id, d.event_id, d.step;
end $$;

-- Claims deliveries and reads what their tries need, in a statement of its own: the caller's began earlier and would not
-- see an event that was stored and claimed since, whose delivery would wait until its lease ran out. Deliveries whose
-- events were deleted meanwhile are removed, or they would occupy places of their endpoint at every claim.
create or replace function take_due_deliveries(p_lease uuid, p_count integer, p_each integer, p_share integer,
  p_lease_time interval, p_grown uuid[], p_most integer[])
returns table (client_id integer, webhook_id uuid, step integer, url text, generation integer, secret_key text,
  previous_secrets jsonb, event_id uuid, type text, external_user_id text, data jsonb, created_at timestamptz,
  claimed_at timestamptz)
language plpgsql set plan_cache_mode = force_generic_plan set enable_seqscan = off set enable_hashjoin = off
set enable_mergejoin = off as $$
declare
  v_clients  integer[];
  v_webhooks uuid[];
  v_events   uuid[];
  v_steps    integer[];
  v_taken    integer;
begin
  select array_agg(d.client_id), array_agg(d.webhook_id), array_agg(d.event_id), array_agg(d.step)
    into v_clients, v_webhooks, v_events, v_steps
    from claim_due_deliveries(p_lease, p_count, p_each, p_share, p_lease_time, p_grown, p_most) d;
  return query
    select w.client_id, w.id, d.step, w.url, w.generation, w.secret_key, w.previous_secrets,
      e.id, e.type, e.external_user_id, e.data, e.created_at, clock_timestamp()
    from unnest(v_clients, v_webhooks, v_events, v_steps) d(client_id, webhook_id, event_id, step)
    join webhooks w on w.client_id = d.client_id and w.id = d.webhook_id
    join events e on e.client_id = d.client_id and e.id = d.event_id;
  get diagnostics v_taken = row_count;
  if v_taken < cardinality(v_events) then
    delete from webhook_deliveries x using unnest(v_clients, v_webhooks, v_events) d(client_id, webhook_id, event_id)
      where x.client_id = d.client_id and x.webhook_id = d.webhook_id and x.event_id = d.event_id
        and not exists (select from events e where e.client_id = d.client_id and e.id = d.event_id);
  end if;
end $$;

-- The tries of a delivery with one more: the newest twenty are kept.
create or replace function with_try(p_tries jsonb, p_try jsonb) returns jsonb language sql immutable as $$
  select case when jsonb_array_length(p_tries) >= 20 then p_tries - 0 else p_tries end || p_try
$$;

-- Stores many tries that delivered, and returns the places in the arrays of those that it has stored. One that is
-- missing is settled by itself: its lease has run out, or another transaction holds it, such as the deletion of its
-- endpoint. Two that waited for each other's deliveries while they hold some would never end.
create or replace function settle_delivered(p_clients integer[], p_webhooks uuid[], p_events uuid[], p_leases uuid[],
  p_tries jsonb[]) returns bigint[] language plpgsql set plan_cache_mode = force_generic_plan
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
declare
  v_places   bigint[];
  v_webhooks uuid[];
begin
  with free as materialized (
    select d.client_id, d.webhook_id, d.event_id, g.try, g.place
    from unnest(p_clients, p_webhooks, p_events, p_leases, p_tries) with ordinality
      g(client_id, webhook_id, event_id, lease_id, try, place)
    join webhook_deliveries d on d.client_id = g.client_id and d.webhook_id = g.webhook_id
      and d.event_id = g.event_id and d.lease_id = g.lease_id
    for update of d skip locked
  ), stored as (
    update webhook_deliveries d set lease_id = null, due_at = null, state = 'delivered', ended_at = now(),
        tries = with_try(d.tries, f.try)
      from free f
      where d.client_id = f.client_id and d.webhook_id = f.webhook_id and d.event_id = f.event_id
      returning f.place, d.webhook_id
  )
  select array_agg(place), array_agg(distinct webhook_id) into v_places, v_webhooks from stored;
  -- In one order, because another process may do the same.
  perform 1 from webhooks w join unnest(v_webhooks) s(id) on s.id = w.id
    where w.client_id = any (p_clients) and w.failing_since is not null order by w.id for no key update of w;
  if found then
    update webhooks w set failing_since = null, failures = 0
      where w.client_id = any (p_clients) and w.id = any (v_webhooks) and w.failing_since is not null;
  end if;
  return v_places;
end $$;

-- Stores what came of a try: 'delivered', 'gone', 'again' after p_delay, or 'failed'. Only the holder of the lease
-- may; otherwise the result is 'lost'. A success ends a row of failures. 'gone' disables the endpoint, and so does
-- failing for p_days and p_tries: then the result is 'disabled', and an event says so. The event goes to every endpoint
-- of the client, so it names the origin only: the rest of an address may hold a secret.
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
      tries = with_try(d.tries, p_try)
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
    array[jsonb_build_object('webhook_id', w.id, 'url', substring(w.url from '^[a-z]+://[^/?#]+'),
      'reason', w.disabled_reason)]);
  return 'disabled';
end $$;

-- The same for a try at p_url. Where the endpoint has another address by now, a failure of the earlier one says nothing
-- about it: the delivery is tried again at once, and nothing is counted. The delivery is locked before its endpoint, as
-- the deletion of an endpoint does.
create or replace function settle_try(p_client integer, p_webhook uuid, p_event uuid, p_lease uuid, p_url text,
  p_outcome text, p_delay interval, p_try jsonb, p_days integer, p_tries integer) returns text language plpgsql
set plan_cache_mode = force_generic_plan as $$
declare
  v_url text;
begin
  if p_outcome <> 'delivered' then
    perform 1 from webhook_deliveries d where d.client_id = p_client and d.webhook_id = p_webhook
      and d.event_id = p_event and d.lease_id = p_lease for update;
    if not found then return 'lost'; end if;
    select url into v_url from webhooks where client_id = p_client and id = p_webhook for no key update;
    if v_url <> p_url then
      update webhook_deliveries d set lease_id = null, due_at = now(),
          tries = with_try(d.tries, p_try)
        where d.client_id = p_client and d.webhook_id = p_webhook and d.event_id = p_event;
      return 'settled';
    end if;
  end if;
  return settle_delivery(p_client, p_webhook, p_event, p_lease, p_outcome, p_delay, p_try, p_days, p_tries);
end $$;
