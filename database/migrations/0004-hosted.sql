-- Signing in at hosted pages, and how a tenant's pages look.

-- Secrets that work once: the steps of a sign-in, invitations and resets of a password. Only their hashes are
-- here, and a step is found by its hash alone: whoever brings one has not said whose it is.
create table login_codes (
  code_hash  bytea primary key,
  purpose    text not null check (purpose in ('signed-in', 'new-password', 'hand-over', 'reset', 'invite')),
  client_id  integer not null,
  user_id    uuid not null,
  -- Hash of the state that a browser holds; a code that is bound is worth nothing in another one.
  bound_to   bytea,
  expires_at timestamptz not null,
  foreign key (client_id, user_id) references hosted_users (client_id, id) on delete cascade
);
create index login_codes_user on login_codes (client_id, user_id);
create index login_codes_age on login_codes (expires_at);

-- Attempts in a window of time, by account and by address. Names are hashed: an attempt may hold anything.
create table login_throttle (
  bucket      text primary key,
  attempts    integer not null,
  window_ends timestamptz not null
) with (fillfactor = 50);
create index login_throttle_age on login_throttle (window_ends);

create table brands (
  client_id   integer primary key references clients (id),
  accent      text check (accent ~ '^#[0-9a-f]{6}$'),
  greeting    text,
  starters    text[] not null default '{}',
  -- Always an image that we encoded ourselves.
  logo        bytea,
  logo_type   text,
  updated_at  timestamptz not null default now(),
  check ((logo is null) = (logo_type is null))
);
