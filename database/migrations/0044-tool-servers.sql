-- Servers of a partner's tools, and what a person has approved of what they offer.

-- Secrets are derived and not stored, as those of endpoints are.
create table tool_servers (
  client_id integer not null references clients (id),
  id uuid not null,
  -- The first part of the names of its tools, as a model reads them.
  name text not null,
  url text not null,
  enabled boolean not null default true,
  generation integer not null default 1,
  secret_key text not null,
  -- Secrets before this one that still sign: generation, key, until. The latest is the last.
  previous_secrets jsonb not null default '[]',
  -- Since the last success.
  failures integer not null default 0,
  disabled_reason text,
  disabled_at timestamptz,
  -- When it last said which tools it offers, and for how long it said that this holds.
  refreshed_at timestamptz,
  fresh_until timestamptz,
  -- Why it did not say so the last time it was asked.
  refresh_error text,
  refresh_error_code text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (client_id, id),
  unique (client_id, name)
);

-- One row for each tool that a server offers, or that is approved. `offered` is null once the server offers it no more;
-- the columns behind it are null until the tool is approved. A model reads `definition`, never `offered`.
create table tools (
  client_id integer not null,
  server_id uuid not null,
  name text not null,
  offered jsonb,
  offered_hash text,
  definition jsonb,
  approved_hash text,
  approved_at timestamptz,
  effect text check (effect in ('read', 'write')),
  idempotent boolean,
  confirm text,
  labels jsonb,
  agents text[],
  timeout_ms integer,
  primary key (client_id, server_id, name),
  foreign key (client_id, server_id) references tool_servers on delete cascade,
  check ((offered is null) = (offered_hash is null)),
  check (offered is not null or definition is not null),
  check ((definition is null) = (approved_at is null))
);

comment on table tool_servers is
  'addresses of a partner''s tools, and how far they answer; until the server is removed';
comment on column tool_servers.id is 'no person';
comment on column tool_servers.name is 'no person';
comment on column tool_servers.url is 'no person';
comment on column tool_servers.secret_key is 'no person';
comment on column tool_servers.previous_secrets is 'no person';
comment on column tool_servers.disabled_reason is 'no person';
comment on column tool_servers.refresh_error is 'no person';
comment on column tool_servers.refresh_error_code is 'no person';
comment on table tools is
  'what these servers offer, and what of it is approved for which agents; until the server is removed';
comment on column tools.server_id is 'no person';
comment on column tools.name is 'no person';
comment on column tools.offered is 'no person';
comment on column tools.offered_hash is 'no person';
comment on column tools.definition is 'no person';
comment on column tools.approved_hash is 'no person';
comment on column tools.effect is 'no person';
comment on column tools.confirm is 'no person';
comment on column tools.labels is 'no person';
comment on column tools.agents is 'no person';
