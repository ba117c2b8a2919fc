-- Keys lead with the client, so that no child row can point across clients.
-- The hot tables carry no foreign key to clients: its check would lock the one row
-- that every admission of a client reads, and clients are never deleted.

create table agents (
  slug                   text primary key check (slug ~ '^[a-z0-9]([a-z0-9-]{0,62}[a-z0-9])?$'),
  name                   text not null,
  instructions           text not null,
  model                  text,
  reserved               boolean not null default false,
  deep_dive_model        text,
  deep_dive_effort       text not null default 'high' check (deep_dive_effort in ('low', 'medium', 'high')),
  deep_dive_instructions text not null default '',
  created_at             timestamptz not null default now(),
  updated_at             timestamptz not null default now()
);

create table clients (
  id                        integer generated always as identity primary key,
  slug                      text not null unique,
  name                      text not null,
  source_app                text not null unique,
  enabled                   boolean not null default true,
  subscription_status       text not null check (subscription_status in ('trial', 'active', 'past_due', 'canceled')),
  daily_limit               integer check (daily_limit >= 0),
  user_requests_limit       integer check (user_requests_limit >= 0),
  user_priority_limit       integer check (user_priority_limit >= 0),
  user_deep_dive_limit      integer check (user_deep_dive_limit >= 0),
  deep_dive_enabled         boolean not null default false,
  default_agent             text not null references agents (slug),
  model                     text,
  providers                 text[],
  scopes                    text[] not null,
  origins                   text[] not null default '{}',
  burst_per_minute          integer check (burst_per_minute > 0),
  concurrent_turns          integer check (concurrent_turns > 0),
  concurrent_turns_per_user integer check (concurrent_turns_per_user > 0),
  handoff_kid               text not null,
  key_hash                  bytea not null unique,
  key_prefix                text not null,
  -- Rises with every change that an admission depends on; a cached copy with another version is stale.
  version                   bigint not null default 1,
  created_at                timestamptz not null default now(),
  updated_at                timestamptz not null default now()
);

-- The operator's word on one agent for one client. Without a row a client may use what is not reserved.
create table client_agents (
  client_id  integer not null references clients (id),
  agent_slug text not null references agents (slug),
  bound      boolean not null,
  primary key (client_id, agent_slug)
);

create table hosted_users (
  client_id            integer not null references clients (id),
  id                   uuid not null,
  email                text not null,
  password_hash        text not null,
  must_change_password boolean not null default false,
  admin                boolean not null default false,
  enabled              boolean not null default true,
  created_at           timestamptz not null default now(),
  last_seen_at         timestamptz,
  primary key (client_id, id),
  unique (client_id, email)
);

create table login_sessions (
  client_id  integer not null,
  id         text not null,
  user_id    uuid not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  primary key (client_id, id),
  foreign key (client_id, user_id) references hosted_users (client_id, id) on delete cascade
);
create index login_sessions_user on login_sessions (client_id, user_id);

create table conversations (
  client_id        integer not null,
  id               uuid not null,
  external_user_id text not null,
  agent_slug       text not null,
  title            text not null,
  next_seq         integer not null default 1,
  message_count    integer not null default 0,
  created_at       timestamptz not null default now(),
  updated_at       timestamptz not null default now(),
  last_message_at  timestamptz not null default now(),
  primary key (client_id, id)
);
create index conversations_owner on conversations (client_id, external_user_id, last_message_at desc, id desc);

create table messages (
  client_id       integer not null,
  conversation_id uuid not null,
  seq             integer not null,
  id              uuid not null,
  role            text not null check (role in ('user', 'assistant')),
  content         text not null,
  status          text not null check (status in ('complete', 'partial', 'failed')),
  deep_dive       boolean not null default false,
  reply_to        uuid,
  turn_id         uuid not null,
  rating          text check (rating in ('up', 'down')),
  comment         text,
  created_at      timestamptz not null default now(),
  primary key (client_id, conversation_id, seq),
  foreign key (client_id, conversation_id) references conversations (client_id, id) on delete cascade
);

-- A process that runs turns. Its turns live as long as its lease does.
create table processes (
  id          uuid primary key,
  started_at  timestamptz not null default now(),
  lease_until timestamptz not null,
  slots       integer not null,
  -- Moving average of how long a job took here, for the ETA of the queued ones.
  service_ms  integer
);

create table turns (
  client_id        integer not null,
  id               uuid not null,
  conversation_id  uuid not null,
  external_user_id text not null,
  agent_slug       text not null,
  door             text not null check (door in ('stream', 'job')),
  state            text not null check (state in ('queued', 'running', 'completed', 'failed', 'cancelled', 'expired')),
  lane             text check (lane in ('standard', 'priority')),
  -- Place in the fair order; set exactly while a worker may claim the turn.
  tag              bigint,
  -- The client had a limit of concurrent turns: a worker finds the turn through lane_heads.
  limited          boolean not null default false,
  -- Goes before those of its conversation that wait with a lower number, as a turn that interrupts does.
  overtakes        integer not null default 0,
  attempt          integer not null default 0,
  deaths           integer not null default 0,
  process_id       uuid,
  cancel_reason    text,
  priority         boolean not null,
  deep_dive        boolean not null,
  retry            boolean not null,
  on_disconnect    text not null check (on_disconnect in ('cancel', 'continue')),
  user_message_id  uuid not null,
  user_seq         integer not null,
  message_id       uuid not null,
  answer_seq       integer not null,
  charge_day       date not null,
  refunded         boolean not null default false,
  idempotency_key  text,
  finish_reason    text,
  error_code       text,
  model            text,
  input_tokens     integer,
  output_tokens    integer,
  created_at       timestamptz not null default now(),
  queued_at        timestamptz not null default now(),
  started_at       timestamptz,
  finished_at      timestamptz,
  primary key (client_id, id)
) with (fillfactor = 90);
create unique index turns_running on turns (client_id, conversation_id) where state = 'running';
create index turns_queued on turns (client_id, conversation_id, user_seq) where state = 'queued';
create index turns_waiting_since on turns (queued_at) where state = 'queued';
-- Streams that wait for their conversation; those that run are found by turns_running.
create index turns_waiting on turns (client_id, process_id) where state = 'queued' and process_id is not null;
create index turns_to_stop on turns (process_id) where cancel_reason is not null;
-- Whoever counts places reads both: a backlog that may not run is not in the way of those who look for work.
create index turns_claimable on turns (lane, tag, id) where tag is not null and not limited;
create index turns_limited on turns (lane, tag, id) where tag is not null and limited;
create index turns_of_user on turns (lane, client_id, external_user_id, tag, id) where tag is not null and limited;

-- Text that a running attempt has produced so far, dropped once the answer is stored.
create table turn_output (
  client_id   integer not null,
  turn_id     uuid not null,
  attempt     integer not null,
  byte_offset integer not null,
  text        text not null,
  primary key (client_id, turn_id, attempt, byte_offset)
);

create table usage_clients (
  client_id integer not null,
  day       date not null,
  requests  integer not null default 0,
  priority  integer not null default 0,
  deep_dive integer not null default 0,
  primary key (client_id, day)
) with (fillfactor = 50);

create table usage_users (
  client_id        integer not null,
  day              date not null,
  external_user_id text not null,
  requests         integer not null default 0,
  priority         integer not null default 0,
  deep_dive        integer not null default 0,
  primary key (client_id, day, external_user_id)
) with (fillfactor = 80);

-- What was charged and what was given back: at most one row of each kind per turn.
create table ledger (
  client_id        integer not null,
  turn_id          uuid not null,
  kind             text not null check (kind in ('charge', 'refund')),
  external_user_id text not null,
  day              date not null,
  requests         smallint not null,
  priority         smallint not null,
  deep_dive        smallint not null,
  created_at       timestamptz not null default now(),
  primary key (client_id, turn_id, kind)
);

create table idempotency_keys (
  client_id        integer not null,
  external_user_id text not null,
  route            text not null,
  key              text not null,
  request_hash     text not null,
  turn_id          uuid not null,
  created_at       timestamptz not null default now(),
  primary key (client_id, external_user_id, route, key)
);
create index idempotency_keys_age on idempotency_keys (created_at);

create table burst_windows (
  client_id    integer primary key,
  window_start timestamptz not null,
  requests     integer not null
) with (fillfactor = 50);

-- Start-time fair queueing: a lane's virtual time is the tag of the last claimed turn.
create table lanes (
  lane         text primary key,
  virtual_time bigint not null default 0
) with (fillfactor = 50);
insert into lanes (lane) values ('standard'), ('priority');

create table lane_clients (
  lane      text not null,
  client_id integer not null,
  last_tag  bigint not null,
  primary key (lane, client_id)
) with (fillfactor = 50);

create table audit_log (
  id        bigint generated always as identity primary key,
  client_id integer,
  actor     text not null,
  action    text not null,
  subject   text not null,
  before    jsonb,
  after     jsonb,
  at        timestamptz not null default now()
);
create index audit_log_client on audit_log (client_id, id desc);

insert into agents (slug, name, instructions, reserved, deep_dive_instructions) values
  ('assistant', 'Assistant',
   'You are a helpful assistant. Answer in Markdown, in the language of the question. Be accurate and concise, and say so when you do not know.',
   false,
   'Give a thorough answer: consider several angles, check your reasoning, state assumptions and limits, and structure the result with headings.'),
  ('operator-analyst', 'Operator analyst',
   'You help the operator of this service to analyse data. Show your steps and name your assumptions.',
   true,
   'Work through the problem step by step, verify each figure, and list what would change the conclusion.'),
  ('operator-support', 'Operator support',
   'You help the operator of this service to support its partners. Be precise, and cite the documentation that you rely on.',
   true,
   'Find the root cause, weigh the possible remedies against each other, and write down how to verify the chosen one.');
