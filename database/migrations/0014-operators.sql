-- The people of the console. What lets a person in (links, sessions, handles of ceremonies) is stored as a hash only.

create table operators (
  id uuid primary key,
  email text not null unique,
  role text not null check (role in ('owner', 'operator', 'support', 'viewer')),
  enabled boolean not null default true,
  created_at timestamptz not null default now(),
  last_seen_at timestamptz
);

-- Single use. Without an email a link makes the first owner.
create table operator_links (
  code_hash bytea primary key,
  email text,
  role text not null check (role in ('owner', 'operator', 'support', 'viewer')),
  expires_at timestamptz not null
);

create table operator_passkeys (
  id text primary key,
  operator_id uuid not null references operators on delete cascade,
  name text not null,
  public_key bytea not null,
  counter bigint not null,
  transports text[] not null,
  synced boolean not null,
  created_at timestamptz not null default now(),
  last_used_at timestamptz
);
create index operator_passkeys_operator on operator_passkeys (operator_id);

create table operator_sessions (
  token_hash bytea primary key,
  id uuid not null unique,
  operator_id uuid not null references operators on delete cascade,
  kind text not null check (kind in ('passkey', 'link')),
  created_at timestamptz not null default now(),
  last_seen_at timestamptz not null default now(),
  expires_at timestamptz not null,
  -- Until then the operations that need a fresh passkey are open.
  strong_until timestamptz
);
create index operator_sessions_operator on operator_sessions (operator_id);

-- A challenge is used once. One that belongs to a session cannot be answered for another.
create table operator_ceremonies (
  handle_hash bytea primary key,
  purpose text not null check (purpose in ('sign-in', 'confirm', 'register')),
  challenge text not null,
  session_id uuid references operator_sessions (id) on delete cascade,
  expires_at timestamptz not null
);

-- The audit log by author, by action and by time, without reading the whole log.
create index audit_log_actor on audit_log (actor, id);
create index audit_log_shell on audit_log (id) where actor = 'cli' or starts_with(actor, 'cli:');
create index audit_log_action on audit_log (action, id);
create index audit_log_at on audit_log (at);

-- A process that drains goes on with what it runs, and claims no more jobs.
alter table processes add column draining boolean not null default false;
