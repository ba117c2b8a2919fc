-- The log of events, and their deliveries.

-- A UUID of version 7, as the service makes its own ids.
create or replace function event_id() returns uuid language sql volatile as $$
  select encode(set_bit(set_bit(overlay(uuid_send(gen_random_uuid()) placing
    substring(int8send((extract(epoch from clock_timestamp()) * 1000)::bigint) from 3) from 1 for 6), 52, 1), 53, 1),
    'hex')::uuid
$$;

-- Stores events of the clients that use them. Belongs into the transaction that causes the events. Those of clients
-- with endpoints are spread over them by `spread_events`.
create or replace function record_events(p_clients integer[], p_types text[], p_users text[], p_data jsonb[])
returns void language plpgsql set plan_cache_mode = force_generic_plan set enable_seqscan = off
set enable_hashjoin = off set enable_mergejoin = off as $$
begin
  insert into events (client_id, id, type, external_user_id, data, is_unsent)
    select a.client_id, event_id(), a.type, a.user_id, a.data,
      exists (select from webhooks w where w.client_id = a.client_id and w.enabled)
    from unnest(p_clients, p_types, p_users, p_data) with ordinality a(client_id, type, user_id, data, place)
    join clients c on c.id = a.client_id and c.events_since is not null
    order by a.place;
end $$;

-- Stores the ends of turns: of every job, and of streams that failed.
create or replace function record_endings(p_clients integer[], p_turns uuid[]) returns void language plpgsql
set plan_cache_mode = force_generic_plan set enable_seqscan = off set enable_hashjoin = off
set enable_mergejoin = off as $$
begin
  perform record_events(array_agg(t.client_id order by p.place),
      array_agg(case when t.door = 'job' then 'job.' || t.state else 'turn.failed' end order by p.place),
      array_agg(t.external_user_id order by p.place),
      array_agg(jsonb_build_object('job_uuid', t.id, 'conversation_uuid', t.conversation_id,
        'message_uuid', t.message_id, 'agent_slug', t.agent_slug, 'status', t.state,
        'finish_reason', t.finish_reason, 'error_code', t.error_code,
        'charged', to_jsonb(l) - array['client_id', 'turn_id', 'kind', 'external_user_id', 'day', 'created_at']
          || jsonb_build_object('refunded', t.refunded)) order by p.place))
    from unnest(p_clients, p_turns) with ordinality p(client_id, id, place)
    join turns t on t.client_id = p.client_id and t.id = p.id
    join ledger l on l.client_id = t.client_id and l.turn_id = t.id and l.kind = 'charge'
    having count(*) > 0;
end $$;

-- Removes events that are older than the log is long, a thousand of each client at a time, with their deliveries, and
-- announcements of earlier days. Two days are added, so that no reader of the oldest events is overtaken.
create or replace function tidy_events() returns void language plpgsql set plan_cache_mode = force_generic_plan
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
begin
  delete from quota_notices n using clients c
    where c.events_since is not null and n.client_id = c.id and n.day < utc_day() - 1;
  with old as materialized (
    select e.client_id, e.id
    from clients c
    cross join lateral (select created_at from events where client_id = c.id order by xid, seq limit 1) first
    cross join lateral (select client_id, id, created_at from events where client_id = c.id
      order by xid, seq limit 1000) e
    where c.events_since is not null and first.created_at < now() - interval '32 days'
      and e.created_at < now() - interval '32 days'
  ), undelivered as (
    delete from webhook_deliveries d using old where d.client_id = old.client_id and d.event_id = old.id
  )
  delete from events e using old where e.client_id = old.client_id and e.id = old.id;
end $$;

-- The timeline of this server: another one begins when a standby is promoted, and when a recovery to a point in time
-- ends. Null where the server does not report it.
create or replace function server_timeline() returns text language plpgsql as $$
begin
  return left(pg_walfile_name(pg_current_wal_lsn()), 8);
exception when others then
  return null;
end $$;

-- Begins another generation of the log: every cursor has expired. It is random, because a backup can be restored more
-- than once, and each time something else happens afterwards.
create or replace function renew_event_log() returns void language sql as $$
  update event_log set generation = 1 + (generation + floor(random() * 999999998)::integer) % 999999999,
    timeline = server_timeline()
$$;

-- Says that the server was promoted and has lost no transaction: cursors stay valid.
create or replace function keep_event_log() returns void language sql as $$
  update event_log set timeline = server_timeline()
$$;

-- A restored dump holds ids of transactions of another server. Where some lie in the future, readers would wait for
-- them, and older cursors would skip what comes next: all become 0, which leaves the order to the sequence, and another
-- generation of the log begins. Returns whether it had to.
create or replace function mend_event_log() returns boolean language plpgsql set enable_seqscan = off as $$
begin
  update event_log set timeline = server_timeline() where timeline is null and server_timeline() is not null;
  perform 1 from clients c
    cross join lateral (select xid from events where client_id = c.id order by xid desc, seq desc limit 1) last
    where c.events_since is not null and last.xid >= pg_snapshot_xmax(pg_current_snapshot());
  if not found then return false; end if;
  update events set xid = '0' where xid <> '0';
  perform renew_event_log();
  return true;
end $$;
