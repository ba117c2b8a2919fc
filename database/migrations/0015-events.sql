-- Events: what a client's backend is told about, stored by the transactions that cause it.

-- When the client first asked for its events; null: nothing is stored for it.
alter table clients add column events_since timestamptz;

-- The generation of the log. Another one begins when the ids of transactions start over, as after a restored dump,
-- because cursors are made of them.
create table event_log (
  only_row boolean primary key default true check (only_row),
  generation integer not null default 1
);
insert into event_log default values;

-- The log of each client, in the order (xid, seq). A number from a sequence is taken before its commit, so it does
-- not order alone; readers stay behind the oldest transaction that still runs.
create table events (
  client_id integer not null,
  id uuid not null,
  xid xid8 not null default pg_current_xact_id(),
  seq bigint generated always as identity,
  type text not null,
  external_user_id text,
  data jsonb not null,
  created_at timestamptz not null default now(),
  -- Until the endpoints of the client have their deliveries of it.
  is_unsent boolean not null default false,
  primary key (client_id, id)
);
create index events_order on events (client_id, xid, seq);
create index events_unsent on events (seq) where is_unsent;

-- Which limits of a day were announced. The user is '' where the limit is the client's own.
create table quota_notices (
  client_id integer not null,
  day date not null,
  external_user_id text not null,
  dimension text not null,
  level text not null check (level in ('warning', 'reached')),
  primary key (client_id, day, external_user_id, dimension, level)
);

-- Addresses that events are delivered to. Secrets are derived and not stored: from the master secret that `secret_key`
-- names, the endpoint and the generation.
create table webhooks (
  client_id integer not null references clients (id),
  id uuid not null,
  url text not null,
  -- Null: every type.
  types text[],
  description text not null default '',
  enabled boolean not null default true,
  generation integer not null default 1,
  secret_key text not null,
  -- Secrets before this one that still sign: generation, key, until. The latest is the last.
  previous_secrets jsonb not null default '[]',
  -- Since the last success.
  failing_since timestamptz,
  failures integer not null default 0,
  disabled_reason text,
  disabled_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (client_id, id)
);

-- One row for each event and endpoint. A try in progress has a lease: until `due_at`, no other process may begin one.
create table webhook_deliveries (
  client_id integer not null,
  webhook_id uuid not null,
  event_id uuid not null,
  state text not null default 'pending' check (state in ('pending', 'delivered', 'failed')),
  -- The place in the schedule of tries, from 0.
  step integer not null default 0,
  attempts integer not null default 0,
  due_at timestamptz default now(),
  lease_id uuid,
  -- The latest tries, oldest first.
  tries jsonb not null default '[]',
  created_at timestamptz not null default now(),
  ended_at timestamptz,
  primary key (client_id, webhook_id, event_id)
) with (fillfactor = 70);
create index webhook_deliveries_due on webhook_deliveries (client_id, webhook_id, due_at) where due_at is not null;
create index webhook_deliveries_open on webhook_deliveries (client_id, webhook_id, state, event_id)
  where state <> 'delivered';
create index webhook_deliveries_event on webhook_deliveries (client_id, event_id);
