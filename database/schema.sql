-- Written by `npm run schema`: what database/migrations and database/functions add up to.

create type admitted_turn as (
  client_id integer,
  turn_id uuid,
  user_id text,
  conversation_id uuid,
  is_new boolean,
  agent text,
  title text,
  prompt text,
  user_message_id uuid,
  user_seq integer,
  message_id uuid,
  answer_seq integer,
  door text,
  state text,
  lane text,
  place integer,
  limited boolean,
  interrupts boolean,
  priority boolean,
  deep_dive boolean,
  retry boolean,
  on_disconnect text,
  process_id uuid,
  idempotency_key text,
  request_hash text,
  charges integer[]
);

create type finish as (
  client_id integer,
  turn_id uuid,
  attempt integer,
  conversation_id uuid,
  day date,
  state text,
  text text,
  finish_reason text,
  error_code text,
  refund boolean,
  flushed boolean,
  model text,
  input_tokens integer,
  output_tokens integer
);

create type turn_to_store as (
  client_id integer,
  turn_id uuid,
  user_id text,
  conversation_id uuid,
  is_new boolean,
  agent text,
  title text,
  prompt text,
  user_message_id uuid,
  user_seq integer,
  message_id uuid,
  answer_seq integer,
  door text,
  state text,
  lane text,
  place integer,
  limited boolean,
  interrupts boolean,
  priority boolean,
  deep_dive boolean,
  retry boolean,
  on_disconnect text,
  process_id uuid,
  idempotency_key text,
  request_hash text,
  request_id text,
  charges integer[]
);

-- instructions and models; until the agent is deleted
create table agents (
  slug text not null,
  name text not null,
  instructions text not null,
  model text,
  reserved boolean not null default false,
  deep_dive_model text,
  deep_dive_effort text not null default 'high'::text,
  deep_dive_instructions text not null default ''::text,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  constraint agents_pkey PRIMARY KEY (slug),
  constraint agents_deep_dive_effort_check CHECK ((deep_dive_effort = ANY (ARRAY['low'::text, 'medium'::text, 'high'::text]))),
  constraint agents_slug_check CHECK ((slug ~ '^[a-z0-9]([a-z0-9-]{0,62}[a-z0-9])?$'::text))
);

-- who changed what, with the email addresses of people who sign in; until the client is deleted
create table audit_log (
  id bigint generated always as identity not null,
  client_id integer,
  actor text not null /* person */,
  action text not null,
  subject text not null /* person */,
  before jsonb /* person */,
  after jsonb /* person */,
  at timestamp with time zone not null default now(),
  constraint audit_log_pkey PRIMARY KEY (id)
);
create INDEX audit_log_action ON public.audit_log USING btree (action, id);
create INDEX audit_log_actor ON public.audit_log USING btree (actor, id);
create INDEX audit_log_at ON public.audit_log USING btree (at);
create INDEX audit_log_client ON public.audit_log USING btree (client_id, id DESC);
create INDEX audit_log_default_user ON public.audit_log USING btree (client_id) WHERE ((before ? 'openai_default_user'::text) OR (after ? 'openai_default_user'::text));
create INDEX audit_log_shell ON public.audit_log USING btree (id) WHERE ((actor = 'cli'::text) OR starts_with(actor, 'cli:'::text));
create INDEX audit_log_subject ON public.audit_log USING btree (client_id, subject);

-- blocked users; until the user is unblocked
create table blocked_users (
  client_id integer not null,
  external_user_id text not null /* person */,
  blocked_at timestamp with time zone not null default now(),
  constraint blocked_users_pkey PRIMARY KEY (client_id, external_user_id),
  constraint blocked_users_client_id_fkey FOREIGN KEY (client_id) REFERENCES clients(id)
);

-- colours, words and logo of a tenant; until the client is deleted
create table brands (
  client_id integer not null,
  accent text,
  greeting text,
  starters text[] not null default '{}'::text[],
  logo bytea,
  logo_type text,
  updated_at timestamp with time zone not null default now(),
  assistant_name text,
  radius text not null default 'soft'::text,
  font text not null default 'standard'::text,
  density text not null default 'comfortable'::text,
  ai_notice jsonb not null default '{}'::jsonb,
  constraint brands_pkey PRIMARY KEY (client_id),
  constraint brands_accent_check CHECK ((accent ~ '^#[0-9a-f]{6}$'::text)),
  constraint brands_check CHECK (((logo IS NULL) = (logo_type IS NULL))),
  constraint brands_client_id_fkey FOREIGN KEY (client_id) REFERENCES clients(id),
  constraint brands_density_check CHECK ((density = ANY (ARRAY['comfortable'::text, 'compact'::text]))),
  constraint brands_font_check CHECK ((font = ANY (ARRAY['standard'::text, 'system'::text, 'humanist'::text, 'geometric'::text, 'serif'::text]))),
  constraint brands_radius_check CHECK ((radius = ANY (ARRAY['soft'::text, 'square'::text, 'round'::text])))
);

-- requests of the current minute; until the client is deleted
create table burst_windows (
  client_id integer not null,
  window_start timestamp with time zone not null,
  requests integer not null,
  constraint burst_windows_pkey PRIMARY KEY (client_id)
) with (fillfactor=50);

-- the text of these documents in parts; until the document is deleted
create table chunks (
  corpus integer not null,
  id integer not null,
  document text not null,
  n integer not null,
  heading text not null,
  body text not null,
  lexemes text[] not null,
  length integer not null,
  constraint chunks_pkey PRIMARY KEY (corpus, id)
);
create INDEX chunks_place ON public.chunks USING btree (corpus, document, n);

-- which answers quote which documents; until the document or the conversation is deleted
create table cited (
  client_id integer not null,
  conversation_id uuid not null,
  seq integer not null,
  owner integer,
  agent text not null,
  document text not null,
  constraint cited_client_id_conversation_id_fkey FOREIGN KEY (client_id, conversation_id) REFERENCES conversations(client_id, id) ON DELETE CASCADE,
  constraint cited_client_id_conversation_id_seq_owner_document_key UNIQUE NULLS NOT DISTINCT (client_id, conversation_id, seq, owner, document)
);
create INDEX cited_document ON public.cited USING btree (agent, document, owner);

-- which clients may use which agents; until the client is deleted
create table client_agents (
  client_id integer not null,
  agent_slug text not null,
  bound boolean not null,
  constraint client_agents_pkey PRIMARY KEY (client_id, agent_slug),
  constraint client_agents_agent_slug_fkey FOREIGN KEY (agent_slug) REFERENCES agents(slug),
  constraint client_agents_client_id_fkey FOREIGN KEY (client_id) REFERENCES clients(id)
);

-- the partners: limits, flags, key hashes, and the user of requests that name none; until the client is deleted
create table clients (
  id integer generated always as identity not null,
  slug text not null,
  name text not null,
  source_app text not null,
  enabled boolean not null default true,
  subscription_status text not null,
  daily_limit integer,
  user_requests_limit integer,
  user_priority_limit integer,
  user_deep_dive_limit integer,
  deep_dive_enabled boolean not null default false,
  default_agent text not null,
  model text,
  providers text[],
  scopes text[] not null,
  origins text[] not null default '{}'::text[],
  burst_per_minute integer,
  concurrent_turns integer,
  concurrent_turns_per_user integer,
  handoff_kid text not null,
  key_hash bytea not null,
  key_prefix text not null,
  version bigint not null default 1,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  previous_key_hash bytea,
  previous_key_until timestamp with time zone,
  previous_key_successor bytea,
  events_since timestamp with time zone,
  retention_days integer,
  deleted_at timestamp with time zone,
  openai_system text not null default 'append'::text,
  openai_user_header text,
  openai_default_user text /* person */,
  used_key_hash bytea,
  conversations_private boolean not null default false,
  show_cost boolean not null default false,
  knowledge_bytes integer default 52428800,
  model_links boolean not null default false,
  constraint clients_pkey PRIMARY KEY (id),
  constraint clients_burst_per_minute_check CHECK ((burst_per_minute > 0)),
  constraint clients_concurrent_turns_check CHECK ((concurrent_turns > 0)),
  constraint clients_concurrent_turns_per_user_check CHECK ((concurrent_turns_per_user > 0)),
  constraint clients_daily_limit_check CHECK ((daily_limit >= 0)),
  constraint clients_default_agent_fkey FOREIGN KEY (default_agent) REFERENCES agents(slug),
  constraint clients_key_hash_key UNIQUE (key_hash),
  constraint clients_knowledge_bytes_check CHECK ((knowledge_bytes >= 0)),
  constraint clients_openai_system_check CHECK ((openai_system = ANY (ARRAY['append'::text, 'ignore'::text, 'refuse'::text]))),
  constraint clients_retention_days_check CHECK ((retention_days > 0)),
  constraint clients_slug_key UNIQUE (slug),
  constraint clients_source_app_key UNIQUE (source_app),
  constraint clients_subscription_status_check CHECK ((subscription_status = ANY (ARRAY['trial'::text, 'active'::text, 'past_due'::text, 'canceled'::text]))),
  constraint clients_user_deep_dive_limit_check CHECK ((user_deep_dive_limit >= 0)),
  constraint clients_user_priority_limit_check CHECK ((user_priority_limit >= 0)),
  constraint clients_user_requests_limit_check CHECK ((user_requests_limit >= 0))
);
create UNIQUE INDEX clients_previous_key ON public.clients USING btree (previous_key_hash);

-- titles, and whose conversation it is; until it is deleted, by its user or by `retention_days`
create table conversations (
  client_id integer not null,
  id uuid not null,
  external_user_id text not null /* person */,
  agent_slug text not null,
  title text not null /* person */,
  next_seq integer not null default 1,
  message_count integer not null default 0,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  last_message_at timestamp with time zone not null default now(),
  pinned boolean not null default false,
  archived boolean not null default false,
  revision integer not null default 0,
  set_aside int4multirange not null default '{}'::int4multirange,
  constraint conversations_pkey PRIMARY KEY (client_id, id)
);
create INDEX conversations_archived ON public.conversations USING btree (client_id, external_user_id, last_message_at DESC, id DESC) WHERE archived;
create INDEX conversations_owner ON public.conversations USING btree (client_id, external_user_id, last_message_at DESC, id DESC);
create INDEX conversations_pinned ON public.conversations USING btree (client_id, external_user_id, last_message_at DESC, id DESC) WHERE pinned;

-- how much the documents of a client, or of the operator, for an agent are; until the client or the agent is deleted
create table corpora (
  id integer generated always as identity not null,
  owner integer,
  agent text not null,
  documents integer not null default 0,
  chunks integer not null default 0,
  length bigint not null default 0,
  bytes bigint not null default 0,
  revision bigint not null default 0,
  next_chunk integer not null default 1,
  languages text[] not null default '{}'::text[],
  restricted integer not null default 0,
  constraint corpora_pkey PRIMARY KEY (id),
  constraint corpora_agent_fkey FOREIGN KEY (agent) REFERENCES agents(slug),
  constraint corpora_owner_agent_key UNIQUE NULLS NOT DISTINCT (owner, agent),
  constraint corpora_owner_fkey FOREIGN KEY (owner) REFERENCES clients(id)
) with (fillfactor=70);
create INDEX corpora_agent ON public.corpora USING btree (agent);

-- documents that were deleted and may still be quoted; about a minute
create table deleted_documents (
  id bigint generated always as identity not null,
  owner integer,
  agent text not null,
  document text not null,
  looked_at timestamp with time zone,
  constraint deleted_documents_pkey PRIMARY KEY (id)
);

-- documents from which questions are answered, which are the partner's or the operator's and no end user's; until they or their client are deleted
create table documents (
  corpus integer not null,
  id text not null,
  title text not null,
  url text,
  language text not null,
  requires jsonb,
  bytes integer not null,
  chunks integer not null,
  sha256 bytea not null,
  sent_hash bytea not null,
  server_version smallint not null,
  used_at timestamp with time zone,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  constraint documents_pkey PRIMARY KEY (corpus, id),
  constraint documents_corpus_fkey FOREIGN KEY (corpus) REFERENCES corpora(id)
);

-- users whose data is being erased; until the erasure has ended
create table erasures (
  client_id integer not null,
  external_user_id text not null /* person */,
  pseudonym text not null,
  began_at timestamp with time zone not null default now(),
  step text not null default 'turns end'::text,
  behind jsonb /* person */,
  next_at timestamp with time zone not null default now(),
  constraint erasures_pkey PRIMARY KEY (client_id, external_user_id),
  constraint erasures_client_id_fkey FOREIGN KEY (client_id) REFERENCES clients(id)
);

-- the generation of the event log, and the timeline of the server; always
create table event_log (
  only_row boolean not null default true,
  generation integer not null default 1,
  timeline text,
  constraint event_log_pkey PRIMARY KEY (only_row),
  constraint event_log_only_row_check CHECK (only_row)
);

-- what has happened, and to which user, without text; 30 days
create table events (
  client_id integer not null,
  id uuid not null,
  xid xid8 not null default pg_current_xact_id(),
  seq bigint generated always as identity not null,
  type text not null,
  external_user_id text /* person */,
  data jsonb not null /* person */,
  created_at timestamp with time zone not null default now(),
  is_unsent boolean not null default false,
  constraint events_pkey PRIMARY KEY (client_id, id)
);
create INDEX events_of_user ON public.events USING btree (client_id, external_user_id) WHERE (external_user_id IS NOT NULL);
create INDEX events_order ON public.events USING btree (client_id, xid, seq);
create INDEX events_unsent ON public.events USING btree (seq) WHERE is_unsent;

-- what a client adds to the instructions of an agent, and who wrote it; until the agent or the client is deleted
create table guidance (
  client_id integer not null,
  agent_slug text not null,
  draft text,
  draft_at timestamp with time zone,
  draft_by text /* person */,
  version integer,
  published_at timestamp with time zone,
  published_by text /* person */,
  constraint guidance_pkey PRIMARY KEY (client_id, agent_slug),
  constraint guidance_agent_slug_fkey FOREIGN KEY (agent_slug) REFERENCES agents(slug) ON DELETE CASCADE,
  constraint guidance_client_id_fkey FOREIGN KEY (client_id) REFERENCES clients(id) ON DELETE CASCADE
);

-- every version of these additions, and who published it; until the agent or the client is deleted
create table guidance_versions (
  client_id integer not null,
  agent_slug text not null,
  version integer not null,
  text text not null,
  published_at timestamp with time zone not null default now(),
  published_by text not null /* person */,
  constraint guidance_versions_pkey PRIMARY KEY (client_id, agent_slug, version),
  constraint guidance_versions_client_id_agent_slug_fkey FOREIGN KEY (client_id, agent_slug) REFERENCES guidance(client_id, agent_slug) ON DELETE CASCADE
);

-- email address, password hash, last visit and language of people who sign in; until the user is deleted
create table hosted_users (
  client_id integer not null,
  id uuid not null /* person */,
  email text not null /* person */,
  password_hash text not null /* person */,
  must_change_password boolean not null default false,
  admin boolean not null default false,
  enabled boolean not null default true,
  created_at timestamp with time zone not null default now(),
  last_seen_at timestamp with time zone,
  link_issued_by text /* person */,
  link_issued_at timestamp with time zone,
  language text /* person */,
  invited_language text /* person */,
  constraint hosted_users_pkey PRIMARY KEY (client_id, id),
  constraint hosted_users_client_id_email_key UNIQUE (client_id, email),
  constraint hosted_users_client_id_fkey FOREIGN KEY (client_id) REFERENCES clients(id)
);
create INDEX hosted_users_issuer ON public.hosted_users USING btree (client_id, link_issued_by) WHERE (link_issued_by IS NOT NULL);

-- the keys of requests, and who sent them; 24 hours
create table idempotency_keys (
  client_id integer not null,
  external_user_id text not null /* person */,
  route text not null,
  key text not null /* person */,
  request_hash text not null /* person */,
  turn_id uuid not null,
  created_at timestamp with time zone not null default now(),
  constraint idempotency_keys_pkey PRIMARY KEY (client_id, external_user_id, route, key)
);
create INDEX idempotency_keys_age ON public.idempotency_keys USING btree (created_at);

-- the last place of each client in the queue; until the place has passed
create table lane_clients (
  lane text not null,
  client_id integer not null,
  last_tag bigint not null,
  epoch bigint not null default 0
) with (fillfactor=50);
create UNIQUE INDEX lane_clients_newest ON public.lane_clients USING btree (lane, epoch, client_id);

-- the users with queued jobs, for clients with a limit of concurrent turns; until the job starts
create table lane_heads (
  lane text not null,
  client_id integer not null,
  user_id text not null /* person */,
  tag bigint not null,
  id uuid not null,
  epoch bigint not null default 0
) with (fillfactor=50);
create INDEX lane_heads_first_clients ON public.lane_heads USING btree (lane, epoch, tag, id) WHERE (user_id = ''::text);
create INDEX lane_heads_first_users ON public.lane_heads USING btree (lane, epoch, client_id, tag, id) WHERE (user_id <> ''::text);
create UNIQUE INDEX lane_heads_newest ON public.lane_heads USING btree (lane, epoch, client_id, user_id);

-- the number of queued jobs in each part of the queue; until the jobs have started
create table lane_ranges (
  lane text not null,
  level integer not null,
  tag bigint not null,
  id uuid not null,
  queued integer not null,
  epoch bigint not null default 0
) with (fillfactor=50);
create UNIQUE INDEX lane_ranges_newest ON public.lane_ranges USING btree (lane, epoch, level, tag, id);

-- the time of the fair order, and where the first job is looked for; always
create table lanes (
  lane text not null,
  virtual_time bigint not null default 0,
  epoch bigint not null default 0,
  renew_every integer not null default 32,
  first_tag bigint not null default 0,
  first_id uuid not null default '00000000-0000-0000-0000-000000000000'::uuid
) with (fillfactor=50);
create UNIQUE INDEX lanes_newest ON public.lanes USING btree (lane, epoch);

-- the charges and refunds of each user; until the client is deleted
create table ledger (
  client_id integer not null,
  turn_id uuid not null,
  kind text not null,
  external_user_id text not null /* person */,
  day date not null,
  requests smallint not null,
  priority smallint not null,
  deep_dive smallint not null,
  created_at timestamp with time zone not null default now(),
  constraint ledger_pkey PRIMARY KEY (client_id, turn_id, kind),
  constraint ledger_kind_check CHECK ((kind = ANY (ARRAY['charge'::text, 'refund'::text])))
);

-- in how many parts of documents a lexeme occurs; until no document contains it
create table lexemes (
  corpus integer not null,
  lexeme text not null,
  df integer not null,
  constraint lexemes_pkey PRIMARY KEY (corpus, lexeme)
) with (fillfactor=70);

-- hashes of the links and codes sent to people who sign in; seven days at most
create table login_codes (
  code_hash bytea not null /* person */,
  purpose text not null,
  client_id integer not null,
  user_id uuid not null /* person */,
  bound_to bytea /* person */,
  expires_at timestamp with time zone not null,
  constraint login_codes_pkey PRIMARY KEY (code_hash),
  constraint login_codes_client_id_user_id_fkey FOREIGN KEY (client_id, user_id) REFERENCES hosted_users(client_id, id) ON DELETE CASCADE,
  constraint login_codes_purpose_check CHECK ((purpose = ANY (ARRAY['signed-in'::text, 'new-password'::text, 'hand-over'::text, 'reset'::text, 'invite'::text])))
);
create INDEX login_codes_age ON public.login_codes USING btree (expires_at);
create INDEX login_codes_user ON public.login_codes USING btree (client_id, user_id);

-- who is signed in, with which browser and from which address; 12 hours
create table login_sessions (
  client_id integer not null,
  id text not null /* person */,
  user_id uuid not null /* person */,
  created_at timestamp with time zone not null default now(),
  expires_at timestamp with time zone not null,
  user_agent text /* person */,
  address text /* person */,
  constraint login_sessions_pkey PRIMARY KEY (client_id, id),
  constraint login_sessions_client_id_user_id_fkey FOREIGN KEY (client_id, user_id) REFERENCES hosted_users(client_id, id) ON DELETE CASCADE
);
create INDEX login_sessions_user ON public.login_sessions USING btree (client_id, user_id);

-- hashes of an account and a network that tried to sign in; 15 minutes
create table login_throttle (
  bucket text not null /* person */,
  attempts integer not null,
  window_ends timestamp with time zone not null,
  constraint login_throttle_pkey PRIMARY KEY (bucket)
) with (fillfactor=50);
create INDEX login_throttle_age ON public.login_throttle USING btree (window_ends);

-- questions, answers with what they rest on, and feedback; until the conversation is deleted, by its user or by `retention_days`; 30 days where it is not listed
create table messages (
  client_id integer not null,
  conversation_id uuid not null,
  seq integer not null,
  id uuid not null,
  role text not null,
  content text not null /* person */,
  status text not null,
  deep_dive boolean not null default false,
  reply_to uuid,
  turn_id uuid,
  rating text /* person */,
  comment text /* person */,
  created_at timestamp with time zone not null default now(),
  replaces uuid,
  citations jsonb /* person */,
  links jsonb /* person */,
  constraint messages_pkey PRIMARY KEY (client_id, conversation_id, seq),
  constraint messages_client_id_conversation_id_fkey FOREIGN KEY (client_id, conversation_id) REFERENCES conversations(client_id, id) ON DELETE CASCADE,
  constraint messages_rating_check CHECK ((rating = ANY (ARRAY['up'::text, 'down'::text]))),
  constraint messages_role_check CHECK ((role = ANY (ARRAY['user'::text, 'assistant'::text]))),
  constraint messages_status_check CHECK ((status = ANY (ARRAY['complete'::text, 'partial'::text, 'failed'::text])))
);

-- what the operator says that a million tokens cost, by model and day; for good
create table model_prices (
  model text not null,
  from_day date not null,
  currency text not null,
  input numeric(18,9) not null,
  cache_read numeric(18,9),
  cache_write numeric(18,9),
  output numeric(18,9) not null,
  constraint model_prices_pkey PRIMARY KEY (model, from_day),
  constraint model_prices_cache_read_check CHECK ((cache_read >= (0)::numeric)),
  constraint model_prices_cache_write_check CHECK ((cache_write >= (0)::numeric)),
  constraint model_prices_input_check CHECK ((input >= (0)::numeric)),
  constraint model_prices_output_check CHECK ((output >= (0)::numeric))
);

-- passkey checks in progress; a few minutes
create table operator_ceremonies (
  handle_hash bytea not null /* person */,
  purpose text not null,
  challenge text not null /* person */,
  session_id uuid /* person */,
  expires_at timestamp with time zone not null,
  constraint operator_ceremonies_pkey PRIMARY KEY (handle_hash),
  constraint operator_ceremonies_purpose_check CHECK ((purpose = ANY (ARRAY['sign-in'::text, 'confirm'::text, 'register'::text]))),
  constraint operator_ceremonies_session_id_fkey FOREIGN KEY (session_id) REFERENCES operator_sessions(id) ON DELETE CASCADE
);

-- hashes of links for the people of the console; 24 hours
create table operator_links (
  code_hash bytea not null /* person */,
  email text /* person */,
  role text not null,
  expires_at timestamp with time zone not null,
  constraint operator_links_pkey PRIMARY KEY (code_hash),
  constraint operator_links_role_check CHECK ((role = ANY (ARRAY['owner'::text, 'operator'::text, 'support'::text, 'viewer'::text])))
);

-- public keys of operators; until the passkey is removed
create table operator_passkeys (
  id text not null /* person */,
  operator_id uuid not null /* person */,
  name text not null /* person */,
  public_key bytea not null /* person */,
  counter bigint not null,
  transports text[] not null,
  synced boolean not null,
  created_at timestamp with time zone not null default now(),
  last_used_at timestamp with time zone,
  constraint operator_passkeys_pkey PRIMARY KEY (id),
  constraint operator_passkeys_operator_id_fkey FOREIGN KEY (operator_id) REFERENCES operators(id) ON DELETE CASCADE
);
create INDEX operator_passkeys_operator ON public.operator_passkeys USING btree (operator_id);

-- who is signed in to the console; 12 hours
create table operator_sessions (
  token_hash bytea not null /* person */,
  id uuid not null /* person */,
  operator_id uuid not null /* person */,
  kind text not null,
  created_at timestamp with time zone not null default now(),
  last_seen_at timestamp with time zone not null default now(),
  expires_at timestamp with time zone not null,
  strong_until timestamp with time zone,
  constraint operator_sessions_pkey PRIMARY KEY (token_hash),
  constraint operator_sessions_id_key UNIQUE (id),
  constraint operator_sessions_kind_check CHECK ((kind = ANY (ARRAY['passkey'::text, 'link'::text]))),
  constraint operator_sessions_operator_id_fkey FOREIGN KEY (operator_id) REFERENCES operators(id) ON DELETE CASCADE
);
create INDEX operator_sessions_operator ON public.operator_sessions USING btree (operator_id);

-- email address and role of the people of the console; until the operator removes them
create table operators (
  id uuid not null /* person */,
  email text not null /* person */,
  role text not null,
  enabled boolean not null default true,
  created_at timestamp with time zone not null default now(),
  last_seen_at timestamp with time zone,
  constraint operators_pkey PRIMARY KEY (id),
  constraint operators_email_key UNIQUE (email),
  constraint operators_role_check CHECK ((role = ANY (ARRAY['owner'::text, 'operator'::text, 'support'::text, 'viewer'::text])))
);

-- which lexemes occur in which part of a document; until the document is deleted
create table postings (
  corpus integer not null,
  lexeme text not null,
  chunk integer not null,
  tf smallint not null,
  length smallint not null,
  constraint postings_pkey PRIMARY KEY (corpus, lexeme, chunk) INCLUDE (tf, length)
) with (autovacuum_vacuum_insert_scale_factor=0.02, autovacuum_vacuum_scale_factor=0.02);

-- the running processes; until the process stops
create table processes (
  id uuid not null,
  started_at timestamp with time zone not null default now(),
  lease_until timestamp with time zone not null,
  slots integer not null,
  service_ms integer,
  history_bytes integer,
  state jsonb,
  report integer not null default 0,
  draining boolean not null default false,
  epoch integer not null default 0,
  constraint processes_pkey PRIMARY KEY (id)
);
create INDEX processes_newest ON public.processes USING btree (id, epoch);

-- calls to each model by minute; 7 days
create table provider_minutes (
  minute timestamp with time zone not null,
  provider text not null,
  model text not null,
  calls integer not null,
  failed integer not null,
  timeouts integer not null,
  first_text_buckets integer[] not null,
  duration_buckets integer[] not null,
  constraint provider_minutes_pkey PRIMARY KEY (minute, provider, model)
) with (fillfactor=70);

-- which users have reached a limit on a day; until the client is deleted
create table quota_notices (
  client_id integer not null,
  day date not null,
  external_user_id text not null /* person */,
  dimension text not null,
  level text not null,
  constraint quota_notices_pkey PRIMARY KEY (client_id, day, external_user_id, dimension, level),
  constraint quota_notices_level_check CHECK ((level = ANY (ARRAY['warning'::text, 'reached'::text])))
);

-- which answers were rated, and when; until the rating is withdrawn, or the conversation is deleted
create table ratings (
  client_id integer not null,
  conversation_id uuid not null,
  seq integer not null,
  id uuid not null,
  agent_slug text not null,
  rating text not null /* person */,
  rated_at timestamp with time zone not null,
  constraint ratings_pkey PRIMARY KEY (client_id, conversation_id, seq),
  constraint ratings_client_id_conversation_id_fkey FOREIGN KEY (client_id, conversation_id) REFERENCES conversations(client_id, id) ON DELETE CASCADE,
  constraint ratings_rating_check CHECK ((rating = ANY (ARRAY['up'::text, 'down'::text])))
);
create INDEX ratings_newest ON public.ratings USING btree (client_id, rated_at, id, rating, agent_slug);

-- refused requests of each client by minute and code; 7 days
create table refusal_minutes (
  minute timestamp with time zone not null,
  client_id integer not null,
  code text not null,
  refusals integer not null,
  constraint refusal_minutes_pkey PRIMARY KEY (minute, client_id, code)
) with (fillfactor=70);

-- instructions and metadata of requests for responses; as long as their conversation
create table response_requests (
  client_id integer not null,
  conversation_id uuid not null,
  turn_id uuid not null,
  instructions text not null /* person */,
  max_tokens integer,
  previous_turn_id uuid,
  metadata text not null /* person */,
  asked_bytes integer not null,
  constraint response_requests_pkey PRIMARY KEY (client_id, conversation_id, turn_id),
  constraint response_requests_client_id_conversation_id_fkey FOREIGN KEY (client_id, conversation_id) REFERENCES conversations(client_id, id) ON DELETE CASCADE
);

-- how far the search for old conversations has come; until the client is deleted
create table retention_passes (
  client_id integer not null,
  behind uuid,
  next_at timestamp with time zone not null default now(),
  constraint retention_passes_pkey PRIMARY KEY (client_id),
  constraint retention_passes_client_id_fkey FOREIGN KEY (client_id) REFERENCES clients(id)
);

-- calls of tools, and how they went, with arguments and results until their turn has ended; 30 days, or until the conversation is deleted
create table tool_calls (
  client_id integer not null,
  conversation_id uuid not null,
  turn_id uuid not null,
  step smallint not null,
  place smallint not null,
  id uuid not null,
  model_call_id text not null,
  name text not null,
  server_id uuid,
  tool text,
  effect text,
  idempotent boolean,
  approved_at timestamp with time zone,
  label text,
  status text not null,
  sends smallint not null,
  arguments text not null /* person */,
  result text /* person */,
  is_error boolean not null,
  bytes integer,
  duration_ms integer,
  question text /* person */,
  asked_in uuid,
  decided_turn uuid,
  decision text,
  decide_until timestamp with time zone,
  created_at timestamp with time zone not null default now(),
  finished_at timestamp with time zone,
  constraint tool_calls_pkey PRIMARY KEY (client_id, conversation_id, turn_id, step, place),
  constraint tool_calls_client_id_conversation_id_fkey FOREIGN KEY (client_id, conversation_id) REFERENCES conversations(client_id, id) ON DELETE CASCADE,
  constraint tool_calls_decision_check CHECK ((decision = ANY (ARRAY['confirm'::text, 'decline'::text]))),
  constraint tool_calls_effect_check CHECK ((effect = ANY (ARRAY['read'::text, 'write'::text]))),
  constraint tool_calls_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'confirmed'::text, 'declined'::text, 'expired'::text, 'open'::text, 'done'::text, 'failed'::text, 'unknown'::text])))
);
create INDEX tool_calls_by_age ON public.tool_calls USING btree (created_at);
create INDEX tool_calls_by_id ON public.tool_calls USING btree (client_id, id) WHERE (question IS NOT NULL);
create INDEX tool_calls_of_server ON public.tool_calls USING btree (client_id, server_id, created_at);
create INDEX tool_calls_pending ON public.tool_calls USING btree (decide_until) WHERE (status = 'pending'::text);

-- addresses of a partner's tools, and how far they answer; until the server is removed
create table tool_servers (
  client_id integer not null,
  id uuid not null,
  name text not null,
  url text not null,
  enabled boolean not null default true,
  generation integer not null default 1,
  secret_key text not null,
  previous_secrets jsonb not null default '[]'::jsonb,
  failures integer not null default 0,
  disabled_reason text,
  disabled_at timestamp with time zone,
  refreshed_at timestamp with time zone,
  fresh_until timestamp with time zone,
  refresh_error text,
  refresh_error_code text,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  constraint tool_servers_pkey PRIMARY KEY (client_id, id),
  constraint tool_servers_client_id_fkey FOREIGN KEY (client_id) REFERENCES clients(id),
  constraint tool_servers_client_id_name_key UNIQUE (client_id, name)
);

-- what these servers offer, and what of it is approved for which agents; until the server is removed
create table tools (
  client_id integer not null,
  server_id uuid not null,
  name text not null,
  offered jsonb,
  offered_hash text,
  definition jsonb,
  approved_hash text,
  approved_at timestamp with time zone,
  effect text,
  idempotent boolean,
  confirm text,
  labels jsonb,
  agents text[],
  timeout_ms integer,
  constraint tools_pkey PRIMARY KEY (client_id, server_id, name),
  constraint tools_check CHECK (((offered IS NULL) = (offered_hash IS NULL))),
  constraint tools_check1 CHECK (((offered IS NOT NULL) OR (definition IS NOT NULL))),
  constraint tools_check2 CHECK (((definition IS NULL) = (approved_at IS NULL))),
  constraint tools_client_id_server_id_fkey FOREIGN KEY (client_id, server_id) REFERENCES tool_servers(client_id, id) ON DELETE CASCADE,
  constraint tools_effect_check CHECK ((effect = ANY (ARRAY['read'::text, 'write'::text])))
);

-- the text of running answers so far; until the answer is stored
create table turn_output (
  client_id integer not null,
  turn_id uuid not null,
  attempt integer not null,
  byte_offset integer not null,
  text text not null /* person */,
  constraint turn_output_pkey PRIMARY KEY (client_id, turn_id, attempt, byte_offset)
);

-- running turns that are being read; a few seconds
create table turn_readers (
  client_id integer not null,
  turn_id uuid not null,
  process_id uuid not null,
  read_until timestamp with time zone not null,
  constraint turn_readers_pkey PRIMARY KEY (client_id, turn_id)
) with (fillfactor=50);
create INDEX turn_readers_process ON public.turn_readers USING btree (process_id);

-- calls to models that asked for tools, with what they wrote until their turn has ended; 30 days, or until the conversation is deleted
create table turn_steps (
  client_id integer not null,
  conversation_id uuid not null,
  turn_id uuid not null,
  step smallint not null,
  origin text not null,
  text text not null /* person */,
  native text not null /* person */,
  created_at timestamp with time zone not null default now(),
  constraint turn_steps_pkey PRIMARY KEY (client_id, conversation_id, turn_id, step),
  constraint turn_steps_client_id_conversation_id_fkey FOREIGN KEY (client_id, conversation_id) REFERENCES conversations(client_id, id) ON DELETE CASCADE
);
create INDEX turn_steps_by_age ON public.turn_steps USING btree (created_at);

-- the trace of each queued job; a day
create table turn_traces (
  client_id integer not null,
  turn_id uuid not null,
  traceparent text not null,
  created_at timestamp with time zone not null default now(),
  constraint turn_traces_pkey PRIMARY KEY (client_id, turn_id)
);
create INDEX turn_traces_age ON public.turn_traces USING btree (created_at);

-- who asked, when, and how it ended, without text, and the facts and the page that came with the question; until the client is deleted, facts and page as long as the conversation
create table turns (
  client_id integer not null,
  id uuid not null,
  conversation_id uuid not null,
  external_user_id text not null /* person */,
  agent_slug text not null,
  door text not null,
  state text not null,
  lane text,
  tag bigint,
  limited boolean not null default false,
  overtakes integer not null default 0,
  attempt integer not null default 0,
  deaths integer not null default 0,
  process_id uuid,
  cancel_reason text,
  priority boolean not null,
  deep_dive boolean not null,
  retry boolean not null,
  on_disconnect text not null,
  user_message_id uuid not null,
  user_seq integer not null,
  message_id uuid not null,
  answer_seq integer not null,
  charge_day date not null,
  refunded boolean not null default false,
  idempotency_key text /* person */,
  finish_reason text,
  error_code text,
  model text,
  input_tokens integer,
  output_tokens integer,
  created_at timestamp with time zone not null default now(),
  queued_at timestamp with time zone not null default now(),
  started_at timestamp with time zone,
  finished_at timestamp with time zone,
  first_text_ms integer,
  request_id text /* person */,
  error_reason text,
  guidance_version integer,
  calls jsonb,
  facts jsonb /* person */,
  page jsonb /* person */,
  wrote boolean,
  confirms uuid,
  language text,
  constraint turns_pkey PRIMARY KEY (client_id, id),
  constraint turns_door_check CHECK ((door = ANY (ARRAY['stream'::text, 'job'::text]))),
  constraint turns_lane_check CHECK ((lane = ANY (ARRAY['standard'::text, 'priority'::text]))),
  constraint turns_on_disconnect_check CHECK ((on_disconnect = ANY (ARRAY['cancel'::text, 'continue'::text]))),
  constraint turns_state_check CHECK ((state = ANY (ARRAY['queued'::text, 'running'::text, 'completed'::text, 'failed'::text, 'cancelled'::text, 'expired'::text])))
) with (fillfactor=90);
create INDEX turns_claimable ON public.turns USING btree (lane, tag, id) WHERE ((tag IS NOT NULL) AND (NOT limited));
create INDEX turns_ended ON public.turns USING btree (client_id, external_user_id, id) WHERE (finished_at IS NOT NULL);
create INDEX turns_limited ON public.turns USING btree (lane, tag, id) WHERE ((tag IS NOT NULL) AND limited);
create INDEX turns_of_request ON public.turns USING btree (request_id) WHERE (request_id <> ''::text);
create INDEX turns_of_user ON public.turns USING btree (lane, client_id, external_user_id, tag, id) WHERE ((tag IS NOT NULL) AND limited);
create INDEX turns_queued ON public.turns USING btree (client_id, conversation_id, user_seq) WHERE (state = 'queued'::text);
create INDEX turns_to_stop ON public.turns USING btree (process_id) WHERE (cancel_reason IS NOT NULL);
create INDEX turns_unanswered ON public.turns USING btree (client_id, state, id) WHERE (state = ANY (ARRAY['failed'::text, 'cancelled'::text, 'expired'::text]));
create INDEX turns_waiting ON public.turns USING btree (client_id, process_id) WHERE ((state = 'queued'::text) AND (process_id IS NOT NULL));
create INDEX turns_waiting_since ON public.turns USING btree (queued_at) WHERE (state = 'queued'::text);
create INDEX turns_with_context ON public.turns USING btree (client_id, conversation_id) WHERE ((facts IS NOT NULL) OR (page IS NOT NULL));
create UNIQUE INDEX turns_running ON public.turns USING btree (client_id, conversation_id) WHERE (state = 'running'::text);

-- which answers cite nothing of the documents that were looked at; 30 days, or until the conversation is deleted
create table unanswered (
  client_id integer not null,
  conversation_id uuid not null,
  seq integer not null,
  message_id uuid not null,
  agent_slug text not null,
  answered_at timestamp with time zone not null,
  constraint unanswered_pkey PRIMARY KEY (client_id, conversation_id, seq),
  constraint unanswered_client_id_conversation_id_fkey FOREIGN KEY (client_id, conversation_id) REFERENCES conversations(client_id, id) ON DELETE CASCADE
);
create INDEX unanswered_newest ON public.unanswered USING btree (client_id, agent_slug, answered_at, message_id);
create INDEX unanswered_old ON public.unanswered USING btree (answered_at);

-- which conversations no list shows; until the conversation is deleted, or listed
create table unlisted_conversations (
  client_id integer not null,
  conversation_id uuid not null,
  look_at timestamp with time zone not null default (now() + '30 days'::interval),
  constraint unlisted_conversations_pkey PRIMARY KEY (client_id, conversation_id),
  constraint unlisted_conversations_client_id_conversation_id_fkey FOREIGN KEY (client_id, conversation_id) REFERENCES conversations(client_id, id) ON DELETE CASCADE
);
create INDEX unlisted_conversations_due ON public.unlisted_conversations USING btree (look_at);

-- calls to models and their tokens of all clients together by day, model and agent; for good
create table usage_call_days (
  day date not null,
  provider text not null,
  model text not null,
  agent_slug text not null,
  kind text not null,
  outcome text not null,
  calls bigint not null,
  calls_without_tokens bigint not null,
  input_tokens bigint,
  cache_read_tokens bigint,
  cache_write_tokens bigint,
  output_tokens bigint,
  constraint usage_call_days_pkey PRIMARY KEY (day, provider, model, agent_slug, kind, outcome),
  constraint usage_call_days_kind_check CHECK ((kind = ANY (ARRAY['answer'::text, 'step'::text, 'title'::text]))),
  constraint usage_call_days_outcome_check CHECK ((outcome = ANY (ARRAY['completed'::text, 'failed'::text, 'cut'::text, 'unknown'::text])))
) with (fillfactor=70);

-- what the next fold adds to `usage_calls`; a minute
create table usage_call_entries (
  client_id integer not null,
  day date not null,
  model_reference text not null,
  agent_slug text not null,
  kind text not null,
  outcome text not null,
  calls integer not null,
  calls_without_tokens integer not null,
  input_tokens bigint,
  cache_read_tokens bigint,
  cache_write_tokens bigint,
  output_tokens bigint
);

-- calls to models and their tokens of each client by month and model; until the client is deleted
create table usage_call_months (
  client_id integer not null,
  month date not null,
  provider text not null,
  model text not null,
  calls bigint not null,
  calls_without_tokens bigint not null,
  input_tokens bigint,
  cache_read_tokens bigint,
  cache_write_tokens bigint,
  output_tokens bigint,
  constraint usage_call_months_pkey PRIMARY KEY (client_id, month, provider, model)
) with (fillfactor=70);
create INDEX usage_call_months_month ON public.usage_call_months USING btree (month);

-- calls to models and their tokens of each client by day, model and agent; until the client is deleted
create table usage_calls (
  client_id integer not null,
  day date not null,
  provider text not null,
  model text not null,
  agent_slug text not null,
  kind text not null,
  outcome text not null,
  calls bigint not null,
  calls_without_tokens bigint not null,
  input_tokens bigint,
  cache_read_tokens bigint,
  cache_write_tokens bigint,
  output_tokens bigint,
  constraint usage_calls_pkey PRIMARY KEY (client_id, day, provider, model, agent_slug, kind, outcome),
  constraint usage_calls_kind_check CHECK ((kind = ANY (ARRAY['answer'::text, 'step'::text, 'title'::text]))),
  constraint usage_calls_outcome_check CHECK ((outcome = ANY (ARRAY['completed'::text, 'failed'::text, 'cut'::text, 'unknown'::text])))
) with (fillfactor=70);
create INDEX usage_calls_day ON public.usage_calls USING btree (day);

-- how much each client has used on a day; until the client is deleted
create table usage_clients (
  client_id integer not null,
  day date not null,
  requests integer not null default 0,
  priority integer not null default 0,
  deep_dive integer not null default 0,
  epoch integer not null default 0,
  constraint usage_clients_pkey PRIMARY KEY (client_id, day)
) with (fillfactor=50);
create INDEX usage_clients_newest ON public.usage_clients USING btree (client_id, day, epoch);

-- turns and tokens of all clients together by day, model and agent; for good
create table usage_days (
  day date not null,
  provider text not null,
  model text not null,
  delivery text not null,
  agent_slug text not null,
  turns bigint not null,
  failed bigint not null,
  cancelled bigint not null,
  expired bigint not null,
  refunded bigint not null,
  input_tokens bigint not null,
  output_tokens bigint not null,
  first_texts bigint not null,
  first_text_ms bigint not null,
  constraint usage_days_pkey PRIMARY KEY (day, provider, model, delivery, agent_slug),
  constraint usage_days_delivery_check CHECK ((delivery = ANY (ARRAY['stream'::text, 'job'::text])))
) with (fillfactor=70);

-- what the next fold adds to `usage_models`; a minute
create table usage_model_entries (
  client_id integer not null,
  day date not null,
  model_reference text not null,
  delivery text not null,
  agent_slug text not null,
  turns integer not null,
  failed integer not null,
  cancelled integer not null,
  expired integer not null,
  refunded integer not null,
  input_tokens bigint not null default 0,
  output_tokens bigint not null default 0,
  first_texts integer not null,
  first_text_ms bigint not null
);

-- turns and tokens of each client by day, model and agent; until the client is deleted
create table usage_models (
  client_id integer not null,
  day date not null,
  provider text not null,
  model text not null,
  delivery text not null,
  agent_slug text not null,
  turns integer not null,
  failed integer not null,
  cancelled integer not null,
  expired integer not null,
  refunded integer not null,
  input_tokens bigint not null,
  output_tokens bigint not null,
  first_texts integer not null,
  first_text_ms bigint not null,
  constraint usage_models_pkey PRIMARY KEY (client_id, day, provider, model, delivery, agent_slug),
  constraint usage_models_delivery_check CHECK ((delivery = ANY (ARRAY['stream'::text, 'job'::text])))
) with (fillfactor=70);
create INDEX usage_models_day ON public.usage_models USING btree (day);

-- turns of each client by month; until the client is deleted
create table usage_months (
  client_id integer not null,
  month date not null,
  turns bigint not null,
  constraint usage_months_pkey PRIMARY KEY (client_id, month)
) with (fillfactor=70);
create INDEX usage_months_month ON public.usage_months USING btree (month);

-- how much each user has used on a day; until the client is deleted
create table usage_users (
  client_id integer not null,
  day date not null,
  external_user_id text not null /* person */,
  requests integer not null default 0,
  priority integer not null default 0,
  deep_dive integer not null default 0,
  epoch integer not null default 0,
  constraint usage_users_pkey PRIMARY KEY (client_id, day, external_user_id)
) with (fillfactor=80);
create INDEX usage_users_renewed ON public.usage_users USING btree (client_id, day, external_user_id, epoch) WHERE (epoch > 0);

-- which events were delivered to which endpoint, with the first kilobyte of each reply; 30 days
create table webhook_deliveries (
  client_id integer not null,
  webhook_id uuid not null,
  event_id uuid not null,
  state text not null default 'pending'::text,
  step integer not null default 0,
  attempts integer not null default 0,
  due_at timestamp with time zone default now(),
  lease_id uuid,
  tries jsonb not null default '[]'::jsonb /* person */,
  created_at timestamp with time zone not null default now(),
  ended_at timestamp with time zone,
  constraint webhook_deliveries_pkey PRIMARY KEY (client_id, webhook_id, event_id),
  constraint webhook_deliveries_state_check CHECK ((state = ANY (ARRAY['pending'::text, 'delivered'::text, 'failed'::text])))
) with (fillfactor=70);
create INDEX webhook_deliveries_due ON public.webhook_deliveries USING btree (client_id, webhook_id, due_at) WHERE (due_at IS NOT NULL);
create INDEX webhook_deliveries_event ON public.webhook_deliveries USING btree (client_id, event_id);
create INDEX webhook_deliveries_open ON public.webhook_deliveries USING btree (client_id, webhook_id, state, event_id) WHERE (state <> 'delivered'::text);

-- addresses that events are delivered to; until the endpoint is deleted
create table webhooks (
  client_id integer not null,
  id uuid not null,
  url text not null,
  types text[],
  description text not null default ''::text,
  enabled boolean not null default true,
  generation integer not null default 1,
  secret_key text not null,
  previous_secrets jsonb not null default '[]'::jsonb,
  failing_since timestamp with time zone,
  failures integer not null default 0,
  disabled_reason text,
  disabled_at timestamp with time zone,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  constraint webhooks_pkey PRIMARY KEY (client_id, id),
  constraint webhooks_client_id_fkey FOREIGN KEY (client_id) REFERENCES clients(id)
);

CREATE OR REPLACE FUNCTION public.abandon_turns(p_process uuid, p_turns uuid[])
 RETURNS void
 LANGUAGE sql
AS $function$
  update turns set process_id = '00000000-0000-0000-0000-000000000000'
    where process_id = p_process and id = any (p_turns)
$function$;

CREATE OR REPLACE FUNCTION public.advance_lane(l lanes, p_time bigint, p_tag bigint, p_id uuid, p_taken integer)
 RETURNS void
 LANGUAGE plpgsql
 SET enable_seqscan TO 'off'
AS $function$
declare
  v_tag bigint := least(p_tag, p_time + 1);
  v_id  uuid := coalesce(case when p_tag <= p_time then p_id end, '00000000-0000-0000-0000-000000000000');
begin
  update lanes set virtual_time = p_time, first_tag = v_tag, first_id = v_id
    where lane = l.lane and epoch = l.epoch
      and (virtual_time, first_tag, first_id) is distinct from (p_time, v_tag, v_id);
  perform renew_lane(l, p_taken);
end $function$;

CREATE OR REPLACE FUNCTION public.agent_allowed(p_client integer, p_agent text)
 RETURNS boolean
 LANGUAGE sql
 STABLE
AS $function$
  select coalesce(
    (select coalesce(ca.bound, not a.reserved)
     from agents a left join client_agents ca on ca.client_id = p_client and ca.agent_slug = a.slug
     where a.slug = p_agent), false)
$function$;

CREATE OR REPLACE FUNCTION public.call_entries(p_client integer, p_agent text, p_calls jsonb)
 RETURNS SETOF usage_call_entries
 LANGUAGE sql
 STABLE
AS $function$
  select p_client, coalesce(c.day, utc_day_before(c.ms_ago)), c.model, p_agent, c.kind, c.outcome, coalesce(c.calls, 1),
    case when c.input_tokens is null or c.output_tokens is null then coalesce(c.calls, 1) else 0 end,
    c.input_tokens, c.cache_read_tokens, c.cache_write_tokens, c.output_tokens
  from jsonb_to_recordset(p_calls) as c(day date, ms_ago float8, model text, kind text, outcome text, calls integer,
    input_tokens bigint, cache_read_tokens bigint, cache_write_tokens bigint, output_tokens bigint)
$function$;

CREATE OR REPLACE FUNCTION public.cancel_set_aside(p_client integer, p_conversation uuid, p_given_back boolean)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
declare
  v_ends finish[];
begin
  select array_agg(row(t.client_id, t.id, t.attempt, t.conversation_id, t.charge_day, 'cancelled', '', 'cancelled',
      'cancelled', p_given_back, true, null, null, null)::finish) into v_ends
    from conversations v join turns t on t.client_id = v.client_id and t.conversation_id = v.id
    where v.client_id = p_client and v.id = p_conversation and t.state = 'queued' and t.answer_seq <@ v.set_aside;
  if v_ends is not null then perform end_turns(v_ends, 'queued', null, false); end if;
end $function$;

CREATE OR REPLACE FUNCTION public.cancel_turns(p_client integer, p_user text, p_conversation uuid, p_reason text, p_given_back boolean)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
declare
  v_running uuid[];
  v_ends    finish[];
  v_lanes   text[];
  v_tags    bigint[];
  v_ids     uuid[];
begin
  -- In one statement, because a turn may begin to run or be requeued at any moment.
  select array_agg(id) filter (where state = 'running'),
      array_agg(row(client_id, id, attempt, conversation_id, charge_day, 'cancelled', '', 'cancelled', p_reason,
        p_given_back, true, null, null, null)::finish) filter (where state = 'queued'),
      array_agg(lane) filter (where tag is not null), array_agg(tag) filter (where tag is not null),
      array_agg(id) filter (where tag is not null)
    into v_running, v_ends, v_lanes, v_tags, v_ids
    from (select client_id, id, attempt, conversation_id, charge_day, state, lane, tag from turns
      where client_id = p_client and (state = 'queued' or state = 'running')
        and (p_user is null or external_user_id = p_user)
        and (p_conversation is null or conversation_id = p_conversation) for update) t;
  update turns set cancel_reason = p_reason
    where client_id = p_client and id = any (v_running) and cancel_reason is null;
  if v_ends is null then return; end if;
  if p_conversation is not null then
    perform end_turns(v_ends, 'queued', null, false);
    return;
  end if;
  perform set_config('parley.counts', 'later', true);
  perform end_turns(v_ends, 'queued', null, false);
  perform set_config('parley.counts', '', true);
  if v_ids is null then return; end if;
  perform count_turns(v_lanes, v_tags, v_ids, -1);
  perform keep_heads(p_client);
end $function$;

CREATE OR REPLACE FUNCTION public.change_tool_calls(p_client integer, p_conversation uuid, p_turn uuid, p_changes jsonb)
 RETURNS void
 LANGUAGE sql
 SET enable_seqscan TO 'off'
AS $function$
  update tool_calls k set status = c.status, sends = c.sends, result = c.result, is_error = c.is_error,
      bytes = coalesce(c.bytes, k.bytes), duration_ms = coalesce(c.duration_ms, k.duration_ms),
      finished_at = case when c.status <> 'open' then now() end
    from jsonb_to_recordset(p_changes) c(id uuid, status text, sends smallint, result text, is_error boolean,
      bytes integer, duration_ms integer)
    where k.client_id = p_client and k.conversation_id = p_conversation and k.turn_id = p_turn and k.id = c.id;
  update turns t set wrote = k.has_written
    from (select coalesce(bool_or(effect = 'write' and status in ('open', 'done', 'unknown')), false) as has_written
          from tool_calls where client_id = p_client and conversation_id = p_conversation and turn_id = p_turn) k
    where t.client_id = p_client and t.id = p_turn and t.wrote is distinct from k.has_written;
$function$;

CREATE OR REPLACE FUNCTION public.claim_due_deliveries(p_lease uuid, p_count integer, p_each integer, p_share integer, p_lease_time interval, p_grown uuid[], p_most integer[])
 RETURNS TABLE(client_id integer, webhook_id uuid, event_id uuid, step integer)
 LANGUAGE plpgsql
 SET plan_cache_mode TO 'force_generic_plan'
 SET enable_seqscan TO 'off'
 SET enable_hashjoin TO 'off'
 SET enable_mergejoin TO 'off'
 SET enable_bitmapscan TO 'off'
AS $function$
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
end $function$;

CREATE OR REPLACE FUNCTION public.claim_turns(p_lane text, p_process uuid, p_count integer)
 RETURNS SETOF jsonb
 LANGUAGE plpgsql
 SET enable_seqscan TO 'off'
 SET enable_sort TO 'off'
AS $function$
declare
  l       lanes;
  t       turns;
  v_first record;
  v_next  record;
  v_last  bigint;
  v_taken integer := 0;
  v_full_clients integer[] := '{}';
  v_full_users   text[] := '{}';
begin
  perform 1 from processes where id = p_process and lease_until > now() and not draining
    order by epoch desc limit 1 for key share;
  if not found or lane_length(p_lane) = 0 then return; end if;
  perform lock_queue();
  select * into l from lane_of(p_lane);
  v_last := l.virtual_time;
  while v_taken < p_count loop
    -- Without regard to locks: the order begins with a locked turn as long as its transaction may be rolled back.
    select tag, id into v_first from turns
      where lane = p_lane and tag is not null and not limited and (tag, id) >= (l.first_tag, l.first_id)
      order by tag, id limit 1;
    if found then
      l.first_tag := v_first.tag;
      l.first_id := v_first.id;
    end if;
    -- A locked turn is passed over, because the transaction that holds it may be waiting for the queue.
    select * into t from turns
      where lane = p_lane and tag is not null and not limited and (tag, id) >= (v_first.tag, v_first.id)
      order by tag, id limit 1 for update skip locked;
    perform 1 from clients where id = t.client_id
      and (concurrent_turns is not null or concurrent_turns_per_user is not null);
    if found then
      exit when not limit_jobs(t.client_id);
      continue;
    end if;
    perform 1 from lane_heads where lane = p_lane and epoch = l.epoch limit 1;
    if found then
      select * into v_next from next_limited(p_lane, t.tag, t.id, v_full_clients, v_full_users);
      v_full_clients := v_next.full_clients;
      v_full_users := v_next.full_users;
      if v_next.turn_id is not null then
        select * into t from turns where client_id = v_next.turn_client and id = v_next.turn_id;
      end if;
    end if;
    exit when t.id is null;
    v_taken := v_taken + 1;
    v_last := greatest(v_last, t.tag);
    return next start_claimed(t, p_process);
  end loop;
  -- Should the counts know of jobs that were not found, the next search begins at the first place of all.
  if v_taken = 0 and v_first.tag is null and lane_length(p_lane) > 0 and not exists (select from first_head(p_lane))
  then
    v_first.tag := 0;
  end if;
  perform advance_lane(l, v_last, v_first.tag, v_first.id, v_taken);
end $function$;

CREATE OR REPLACE FUNCTION public.claimable(p_lane text, p_from_tag bigint, p_from_id uuid, p_to_tag bigint, p_to_id uuid)
 RETURNS TABLE(tag bigint, id uuid)
 LANGUAGE plpgsql
 STABLE
 SET plan_cache_mode TO 'force_generic_plan'
 SET enable_seqscan TO 'off'
AS $function$
declare
  f record;
begin
  select greatest(p_from_tag, l.first_tag) as tag, case when (p_from_tag, p_from_id) < (l.first_tag, l.first_id)
      then l.first_id else p_from_id end as id into f from lane_of(p_lane) l;
  return query select t.tag, t.id from turns t where t.lane = p_lane and t.tag is not null and not t.limited
    and (t.tag, t.id) >= (f.tag, f.id) and (t.tag, t.id) <= (p_to_tag, p_to_id);
  select greatest(p_from_tag, h.tag) as tag, case when (p_from_tag, p_from_id) < (h.tag, h.id)
      then h.id else p_from_id end as id into f from first_head(p_lane) h;
  if not found then return; end if;
  return query select t.tag, t.id from turns t where t.lane = p_lane and t.tag is not null and t.limited
    and (t.tag, t.id) >= (f.tag, f.id) and (t.tag, t.id) <= (p_to_tag, p_to_id);
end $function$;

CREATE OR REPLACE FUNCTION public.clear_ended(p finish[])
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  delete from turn_output o using unnest(p) x join turns t on t.client_id = x.client_id and t.id = x.turn_id
    where (x.flushed or x.attempt > 1) and t.state not in ('running', 'queued') and o.client_id = t.client_id
      and o.turn_id = t.id;
  if exists (select 1 from unnest(p) x where x.refund) then
    perform refund_turns(array_agg(t)) from unnest(p) x join turns t on t.client_id = x.client_id and t.id = x.turn_id
      where x.refund and t.refunded;
  end if;
end $function$;

CREATE OR REPLACE FUNCTION public.close_action(p_client integer, p_conversation uuid, p_action uuid, p_status text, p_user text, p_by text)
 RETURNS void
 LANGUAGE plpgsql
 SET enable_seqscan TO 'off'
AS $function$
declare
  v_turn uuid;
begin
  update tool_calls set status = p_status, decision = case p_status when 'declined' then 'decline' end,
      finished_at = now()
    where client_id = p_client and id = p_action and question is not null returning turn_id into v_turn;
  perform forget_steps(p_client, p_conversation, v_turn);
  if p_status = 'declined' then
    perform tell_decision(p_client, p_user, p_action, p_conversation, 'decline', p_by);
  end if;
end $function$;

CREATE OR REPLACE FUNCTION public.close_tool_calls()
 RETURNS trigger
 LANGUAGE plpgsql
 SET enable_seqscan TO 'off'
 SET enable_hashjoin TO 'off'
 SET enable_mergejoin TO 'off'
AS $function$
declare
  v_asked uuid;
begin
  update tool_calls set finished_at = case when status = 'pending' and new.state = 'completed' then null
        else coalesce(finished_at, now()) end,
      decide_until = case when status = 'pending' and new.state = 'completed' then now() + interval '15 minutes'
        else decide_until end,
      status = case status when 'confirmed' then 'expired'
        when 'pending' then case new.state when 'completed' then 'pending' else 'expired' end
        when 'open' then case effect when 'read' then 'failed' else 'unknown' end else status end
    where client_id = new.client_id and conversation_id = new.conversation_id and turn_id = new.id;
  select id into v_asked from tool_calls
    where client_id = new.client_id and conversation_id = new.conversation_id and turn_id = new.id
      and status = 'pending';
  if v_asked is null then
    perform forget_steps(new.client_id, new.conversation_id, new.id);
  else
    perform record_events(array[new.client_id], array['action.pending'], array[new.external_user_id],
      array[jsonb_build_object('action_uuid', v_asked, 'conversation_uuid', new.conversation_id,
        'message_uuid', new.message_id, 'job_uuid', new.id)]);
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.confirm_action(p_client integer, p_conversation uuid, p_action uuid, p_turn uuid, p_by text)
 RETURNS void
 LANGUAGE plpgsql
 SET enable_seqscan TO 'off'
AS $function$
declare
  v_from uuid;
  v_user text;
begin
  select turn_id into v_from from tool_calls
    where client_id = p_client and id = p_action and question is not null;
  update turn_steps set turn_id = p_turn
    where client_id = p_client and conversation_id = p_conversation and turn_id = v_from;
  update tool_calls set turn_id = p_turn, asked_in = coalesce(asked_in, v_from)
    where client_id = p_client and conversation_id = p_conversation and turn_id = v_from;
  update tool_calls set status = 'confirmed', decision = 'confirm', decided_turn = p_turn
    where client_id = p_client and id = p_action and question is not null;
  update turns set wrote = false, confirms = p_action where client_id = p_client and id = p_turn
    returning external_user_id into v_user;
  perform tell_decision(p_client, v_user, p_action, p_conversation, 'confirm', p_by);
end $function$;

CREATE OR REPLACE FUNCTION public.count_turn(p_lane text, p_tag bigint, p_id uuid, p_delta integer)
 RETURNS void
 LANGUAGE sql
AS $function$ select count_turns(array[p_lane], array[p_tag], array[p_id], p_delta) $function$;

CREATE OR REPLACE FUNCTION public.count_turns(p_lanes text[], p_tags bigint[], p_ids uuid[], p_delta integer)
 RETURNS void
 LANGUAGE plpgsql
 SET plan_cache_mode TO 'force_generic_plan'
 SET enable_seqscan TO 'off'
 SET enable_mergejoin TO 'off'
 SET enable_hashjoin TO 'off'
AS $function$
declare
  v_grown lane_ranges;
begin
  if p_ids is null then return; end if;
  perform lock_queue();
  for v_grown in
    with smallest as materialized (
      select r.lane, r.epoch, r.tag, r.id, p_delta * count(*) as queued
      from unnest(p_lanes, p_tags, p_ids) t(lane, tag, id), lane_of(t.lane) e,
        range_at(t.lane, e.epoch, 1, t.tag, t.id) r
      group by 1, 2, 3, 4
    ), grown as (
      update lane_ranges n set queued = n.queued + g.queued
      from (
        select lane, epoch, 1 as level, tag, id, queued from smallest
        union all
        select r.lane, r.epoch, r.level, r.tag, r.id, sum(s.queued)
        from smallest s, generate_series(2, 3) l(level), range_at(s.lane, s.epoch, l.level, s.tag, s.id) r
        group by 1, 2, 3, 4, 5
      ) g
      where n.lane = g.lane and n.epoch = g.epoch and n.level = g.level and n.tag = g.tag and n.id = g.id
      returning n.*
    )
    select * from grown where queued > 2 * range_size(level) order by level
  loop
    perform split_range(v_grown);
  end loop;
end $function$;

CREATE OR REPLACE FUNCTION public.delete_owned_conversation(p_client integer, p_user text, p_conversation uuid, p_given_back boolean)
 RETURNS uuid[]
 LANGUAGE plpgsql
AS $function$
declare
  v_days    date[];
  v_running uuid[];
begin
  perform 1 from conversations
    where client_id = p_client and id = p_conversation and external_user_id = p_user;
  if not found then return null; end if;
  -- Cancelling may refund usage, and usage is locked before conversations.
  select array_agg(distinct charge_day) into v_days from turns
    where client_id = p_client and conversation_id = p_conversation and (state = 'running' or state = 'queued');
  perform 1 from usage_clients where client_id = p_client and day = any (v_days) order by day for update;
  perform 1 from usage_users
    where client_id = p_client and day = any (v_days) and external_user_id = p_user order by day for update;
  perform 1 from conversations where client_id = p_client and id = p_conversation for update;
  if not found then return null; end if;
  perform cancel_turns(p_client, null, p_conversation, 'conversation_not_found', p_given_back);
  select coalesce(array_agg(id), '{}') into v_running from turns
    where client_id = p_client and conversation_id = p_conversation and state = 'running';
  delete from conversations where client_id = p_client and id = p_conversation;
  return v_running;
end $function$;

CREATE OR REPLACE FUNCTION public.document_deleted()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into deleted_documents (owner, agent, document)
    select c.owner, c.agent, gone.id from gone join corpora c on c.id = gone.corpus;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.due_work(p_process uuid, p_queue_ttl interval, p_held boolean, OUT queued boolean, OUT overdue boolean, OUT lost boolean, OUT erasures boolean, OUT deliveries boolean, OUT busy_elsewhere integer, OUT assigned boolean, OUT held_ms double precision)
 RETURNS record
 LANGUAGE plpgsql
 STABLE
 SET plan_cache_mode TO 'force_generic_plan'
 SET enable_seqscan TO 'off'
 SET enable_sort TO 'off'
AS $function$
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
end $function$;

CREATE OR REPLACE FUNCTION public.end_turns(p finish[], p_was text, p_from integer[], p_alone boolean)
 RETURNS integer[]
 LANGUAGE sql
AS $function$ select store_ends(p, p_was, p_from, null, null, p_alone) $function$;

CREATE OR REPLACE FUNCTION public.enter_calls(p_client integer, p_agent text, p_calls jsonb)
 RETURNS void
 LANGUAGE sql
AS $function$
  insert into usage_call_entries select * from call_entries(p_client, p_agent, p_calls)
$function$;

CREATE OR REPLACE FUNCTION public.enter_calls_of_turn(p_client integer, p_turn uuid, p_calls jsonb)
 RETURNS void
 LANGUAGE sql
AS $function$
  select enter_calls(t.client_id, t.agent_slug, p_calls) from turns t where t.client_id = p_client and t.id = p_turn
$function$;

CREATE OR REPLACE FUNCTION public.enter_heads(p_lane text, p_client integer, p_user text, p_tag bigint, p_id uuid)
 RETURNS void
 LANGUAGE plpgsql
 SET enable_seqscan TO 'off'
AS $function$
declare
  l lanes;
begin
  perform lock_queue();
  select * into l from lane_of(p_lane);
  insert into lane_heads as h (lane, epoch, client_id, user_id, tag, id)
    values (p_lane, l.epoch, p_client, p_user, p_tag, p_id), (p_lane, l.epoch, p_client, '', p_tag, p_id)
  on conflict (lane, epoch, client_id, user_id) do update set tag = excluded.tag, id = excluded.id
    where (h.tag, h.id) > (excluded.tag, excluded.id);
end $function$;

CREATE OR REPLACE FUNCTION public.enter_lost_calls(p_client integer, p_turn uuid)
 RETURNS void
 LANGUAGE sql
AS $function$
  insert into usage_call_entries
    select c.* from turns t cross join lateral call_entries(t.client_id, t.agent_slug,
      coalesce(t.calls, unknown_call(coalesce(t.model, ''),
        utc_day_before(extract(epoch from now() - t.started_at) * 1000)))) c
    where t.client_id = p_client and t.id = p_turn
$function$;

CREATE OR REPLACE FUNCTION public.event_id()
 RETURNS uuid
 LANGUAGE sql
AS $function$
  select encode(set_bit(set_bit(overlay(uuid_send(gen_random_uuid()) placing
    substring(int8send((extract(epoch from clock_timestamp()) * 1000)::bigint) from 3) from 1 for 6), 52, 1), 53, 1),
    'hex')::uuid
$function$;

CREATE OR REPLACE FUNCTION public.expire_actions(p_client integer, p_most integer)
 RETURNS integer
 LANGUAGE plpgsql
 SET enable_seqscan TO 'off'
AS $function$
declare
  v_action record;
  v_closed integer := 0;
begin
  for v_action in select k.client_id, k.conversation_id, k.id from tool_calls k
    where k.status = 'pending' and k.decide_until is not null and (p_client is null or k.client_id = p_client)
      and is_action_over(k)
    order by k.decide_until limit p_most for update skip locked
  loop
    perform close_action(v_action.client_id, v_action.conversation_id, v_action.id, 'expired', null, null);
    v_closed := v_closed + 1;
  end loop;
  return v_closed;
end $function$;

CREATE OR REPLACE FUNCTION public.finish_attempts(p finish[], p_from integer[], p_first_text integer[], p_calls jsonb[])
 RETURNS text[]
 LANGUAGE plpgsql
 SET plan_cache_mode TO 'force_generic_plan'
 SET enable_seqscan TO 'off'
 SET enable_hashjoin TO 'off'
 SET enable_mergejoin TO 'off'
 SET jit TO 'off'
AS $function$
declare
  v_stored integer[];
begin
  if exists (select 1 from unnest(p) x where x.refund) then
    perform 1 from usage_clients u
      where (u.client_id, u.day) in (select x.client_id, x.day from unnest(p) x where x.refund)
      order by u.client_id, u.day for update;
  end if;
  perform 1 from conversations v
    where (v.client_id, v.id) in (select x.client_id, x.conversation_id from unnest(p) x)
    order by v.client_id, v.id for update;
  v_stored := store_ends(p, 'running', p_from, p_first_text, p_calls, true);
  if array_length(v_stored, 1) = array_length(p, 1) then
    return array_fill('stored'::text, array[array_length(p, 1)]);
  end if;
  return (select array_agg(case when x.ordinality = any (v_stored) then 'stored'
      when t.attempt > x.attempt then 'replaced'
      when t.attempt = x.attempt and t.state = 'running' then 'followed' else 'ended' end order by x.ordinality)
    from unnest(p) with ordinality x left join turns t on t.client_id = x.client_id and t.id = x.turn_id);
end $function$;

CREATE OR REPLACE FUNCTION public.finish_sourced_attempts(p finish[], p_from integer[], p_first_text integer[], p_calls jsonb[], p_sources jsonb[])
 RETURNS text[]
 LANGUAGE plpgsql
AS $function$
declare
  v_results text[];
begin
  v_results := finish_attempts(p, p_from, p_first_text, p_calls);
  perform store_sources(p, v_results, p_sources);
  return v_results;
end $function$;

CREATE OR REPLACE FUNCTION public.first_head(p_lane text)
 RETURNS SETOF lane_heads
 LANGUAGE sql
 STABLE
AS $function$
  select * from lane_heads
  where lane = p_lane and epoch = (select epoch from lane_of(p_lane)) and user_id = '' order by tag, id limit 1
$function$;

CREATE OR REPLACE FUNCTION public.forget_context()
 RETURNS trigger
 LANGUAGE plpgsql
 SET enable_seqscan TO 'off'
 SET enable_hashjoin TO 'off'
 SET enable_mergejoin TO 'off'
AS $function$
begin
  update turns t set facts = null, page = null from gone
    where t.client_id = gone.client_id and t.conversation_id = gone.id and (t.facts is not null or t.page is not null);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.forget_quotes(p_count integer)
 RETURNS boolean
 LANGUAGE plpgsql
 SET plan_cache_mode TO 'force_generic_plan'
 SET enable_seqscan TO 'off'
 SET enable_hashjoin TO 'off'
 SET enable_mergejoin TO 'off'
AS $function$
declare
  v_gone          deleted_documents;
  v_clients       integer[];
  v_conversations uuid[];
  v_seqs          integer[];
begin
  select * into v_gone from deleted_documents
    where looked_at is null or looked_at < now() - interval '20 seconds'
    order by id limit 1 for update skip locked;
  if not found then return false; end if;
  select array_agg(client_id), array_agg(conversation_id), array_agg(seq)
    into v_clients, v_conversations, v_seqs
    from (select c.client_id, c.conversation_id, c.seq from cited c
      where c.agent = v_gone.agent and c.document = v_gone.document and c.owner is not distinct from v_gone.owner
        -- Turns that began after a document was stored under this id again quote that one.
        and not exists (select from corpora k join documents d on d.corpus = k.id and d.id = c.document
          join messages m on m.client_id = c.client_id and m.conversation_id = c.conversation_id and m.seq = c.seq
          join turns t on t.client_id = m.client_id and t.id = m.turn_id and t.started_at > d.created_at
          where k.agent = c.agent and k.owner is not distinct from c.owner)
      limit p_count) c;
  -- A deletion locks conversations before messages, too.
  perform 1 from conversations v
    where (v.client_id, v.id) in (select * from unnest(v_clients, v_conversations))
    order by v.client_id, v.id for no key update;
  update conversations v set revision = v.revision + 1
    where (v.client_id, v.id) in (select * from unnest(v_clients, v_conversations));
  update messages m set citations = without_quotes(m.citations,
      case when v_gone.owner is null then 'operator' else 'client' end, v_gone.document)
    from unnest(v_clients, v_conversations, v_seqs) x(client_id, conversation_id, seq)
    where m.client_id = x.client_id and m.conversation_id = x.conversation_id and m.seq = x.seq;
  delete from cited c using unnest(v_clients, v_conversations, v_seqs) x(client_id, conversation_id, seq)
    where c.client_id = x.client_id and c.conversation_id = x.conversation_id and c.seq = x.seq
      and c.document = v_gone.document and c.owner is not distinct from v_gone.owner;
  if cardinality(v_seqs) = p_count then return true; end if;
  if v_gone.looked_at is null then
    update deleted_documents set looked_at = now() where id = v_gone.id;
  else
    delete from deleted_documents where id = v_gone.id;
  end if;
  return true;
end $function$;

CREATE OR REPLACE FUNCTION public.forget_steps(p_client integer, p_conversation uuid, p_turn uuid)
 RETURNS void
 LANGUAGE sql
 SET enable_seqscan TO 'off'
AS $function$
  update tool_calls set arguments = '', result = null
    where client_id = p_client and conversation_id = p_conversation and turn_id = p_turn;
  update turn_steps set text = '', native = ''
    where client_id = p_client and conversation_id = p_conversation and turn_id = p_turn;
$function$;

CREATE OR REPLACE FUNCTION public.has_room(p_client integer, p_user text)
 RETURNS text
 LANGUAGE plpgsql
AS $function$
declare
  v_room text := room_of(p_client, p_user);
begin
  if v_room <> 'yes' then return v_room; end if;
  if not pg_try_advisory_xact_lock(hashtext('parley rooms'), p_client) then return 'client'; end if;
  return room_of(p_client, p_user);
end $function$;

CREATE OR REPLACE FUNCTION public.held_turns()
 RETURNS SETOF turns
 LANGUAGE sql
 STABLE
AS $function$
  select * from turns where state = 'running'
  union all select * from turns where state = 'queued' and process_id is not null
$function$;

CREATE OR REPLACE FUNCTION public.history_of(p_client integer, p_conversation uuid, p_before integer)
 RETURNS json
 LANGUAGE sql
 STABLE
AS $function$
  select history_within(p_client, p_conversation, p_before,
    coalesce((select max(coalesce(history_bytes, 4194304)) from processes), 4194304))
$function$;

CREATE OR REPLACE FUNCTION public.history_within(p_client integer, p_conversation uuid, p_before integer, p_bytes bigint)
 RETURNS json
 LANGUAGE sql
 STABLE
AS $function$
  select coalesce(json_agg(json_build_object('id', id, 'role', role, 'content', content, 'reply_to', reply_to,
      'messages_before', messages_before, 'bytes_before', bytes_before) order by seq desc), '[]')
  from (
    select *, sum(octet_length(content)) over (order by seq desc) as bytes_so_far,
      row_number() over (order by seq) - 1 as messages_before,
      coalesce(sum(octet_length(content)) over (order by seq rows between unbounded preceding and 1 preceding), 0)
        as bytes_before
    from (
      select id, role, content, reply_to, seq,
        row_number() over (partition by role, case when role = 'assistant' then coalesce(reply_to, id) else id end
          order by seq desc) as version,
        count(*) over () as found, min(seq) over () as oldest
      from (
        select n.id, n.role, n.content, n.reply_to, n.seq
        from conversations c
        -- One part more than messages, because the questions that wait may be a part of their own.
        cross join lateral live_parts(c.set_aside, p_before, 201) p
        cross join lateral (
          select m.id, m.role, m.content, m.reply_to, m.seq from messages m
          where m.client_id = p_client and m.conversation_id = p_conversation and m.content <> ''
            and m.seq >= p.first_seq and m.seq < p.behind_seq
            and m.seq <> all (array(select user_seq from turns where client_id = p_client
              and conversation_id = p_conversation and state = 'queued' and not retry))
          order by m.seq desc limit 200) n
        where c.client_id = p_client and c.id = p_conversation
        order by n.seq desc limit 200
      ) m
    ) v where version = 1 and (found < 200 or seq > (oldest + 48) / 50 * 50)
  ) s where bytes_so_far <= p_bytes
$function$;

CREATE OR REPLACE FUNCTION public.interrupt_turns(p_client integer, p_conversation uuid, p_first uuid, p_given_back boolean)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
declare
  v_ends finish[];
begin
  update turns set tag = null
    where client_id = p_client and conversation_id = p_conversation and state = 'queued' and tag is not null;
  update turns set cancel_reason = 'cancelled' where client_id = p_client and conversation_id = p_conversation
    and state = 'running' and cancel_reason is null;
  select array_agg(row(client_id, id, attempt, conversation_id, charge_day, 'cancelled', '', 'cancelled', 'cancelled',
      p_given_back, true, null, null, null)::finish) into v_ends
    from turns where client_id = p_client and conversation_id = p_conversation and state = 'queued'
      and door = 'stream' and id <> p_first;
  if v_ends is not null then perform end_turns(v_ends, 'queued', null, false); end if;
end $function$;

CREATE OR REPLACE FUNCTION public.is_action_over(p_call tool_calls)
 RETURNS boolean
 LANGUAGE sql
 STABLE
AS $function$
  select coalesce(p_call.decide_until < now(), false) or not is_approved(p_call) or exists (
    select from turns t
    join conversations v on v.client_id = t.client_id and v.id = t.conversation_id
    join clients c on c.id = t.client_id
    where t.client_id = p_call.client_id and t.id = coalesce(p_call.asked_in, p_call.turn_id)
      and (v.next_seq > t.answer_seq + 1 or not c.enabled or not agent_allowed(c.id, t.agent_slug)
        or exists (select from blocked_users b
          where b.client_id = t.client_id and b.external_user_id = t.external_user_id)
        or exists (select from hosted_users h
          where h.client_id = t.client_id and 'hu:' || h.id = t.external_user_id and not h.enabled)))
$function$;

CREATE OR REPLACE FUNCTION public.is_approved(p_call tool_calls)
 RETURNS boolean
 LANGUAGE sql
 STABLE
AS $function$
  select exists (select from tools a
    join tool_servers s on s.client_id = a.client_id and s.id = a.server_id
    where a.client_id = p_call.client_id and a.server_id = p_call.server_id and a.name = p_call.tool and s.enabled
      and date_trunc('milliseconds', a.approved_at) = p_call.approved_at)
$function$;

CREATE OR REPLACE FUNCTION public.keep_event_log()
 RETURNS void
 LANGUAGE sql
AS $function$
  update event_log set timeline = server_timeline()
$function$;

CREATE OR REPLACE FUNCTION public.keep_heads(p_client integer)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  perform lock_queue();
  delete from lane_heads h using unnest(array['standard', 'priority']) n(lane)
    where h.lane = n.lane and h.epoch = (select epoch from lane_of(n.lane)) and h.client_id = p_client;
  insert into lane_heads (lane, epoch, client_id, user_id, tag, id)
    select distinct on (t.lane, user_id) t.lane, l.epoch, t.client_id, user_id, t.tag, t.id
    from turns t, unnest(array['', external_user_id]) user_id, lane_of(t.lane) l
    where t.client_id = p_client and t.state = 'queued' and t.tag is not null and t.limited
    order by t.lane, user_id, t.tag, t.id;
end $function$;

CREATE OR REPLACE FUNCTION public.lane_length(p_lane text)
 RETURNS bigint
 LANGUAGE plpgsql
 STABLE
 SET enable_seqscan TO 'off'
AS $function$
begin
  return (select coalesce(sum(queued), 0) from lane_ranges
    where lane = p_lane and epoch = (select epoch from lane_of(p_lane)) and level = 3);
end $function$;

CREATE OR REPLACE FUNCTION public.lane_of(p_lane text)
 RETURNS SETOF lanes
 LANGUAGE sql
 STABLE
AS $function$
  select * from lanes where lane = p_lane order by epoch desc limit 1
$function$;

CREATE OR REPLACE FUNCTION public.leave_heads(p_lane text, p_client integer, p_user text, p_id uuid)
 RETURNS void
 LANGUAGE plpgsql
 SET enable_seqscan TO 'off'
 SET enable_sort TO 'off'
AS $function$
declare
  l      lanes;
  h      lane_heads;
  v_next record;
begin
  select * into l from lane_of(p_lane);
  select * into h from lane_heads
    where lane = p_lane and epoch = l.epoch and client_id = p_client and user_id = p_user and id = p_id;
  if not found then return; end if;
  select tag, id into v_next from turns
    where lane = p_lane and client_id = p_client and external_user_id = p_user and tag is not null and limited
      and (tag, id) > (h.tag, h.id)
    order by tag, id limit 1;
  if found then
    update lane_heads set tag = v_next.tag, id = v_next.id
      where lane = p_lane and epoch = l.epoch and client_id = p_client and user_id = p_user;
  else
    delete from lane_heads where lane = p_lane and epoch = l.epoch and client_id = p_client and user_id = p_user;
  end if;
  select tag, id into v_next from lane_heads
    where lane = p_lane and epoch = l.epoch and client_id = p_client and user_id <> '' order by tag, id limit 1;
  if found then
    update lane_heads set tag = v_next.tag, id = v_next.id
      where lane = p_lane and epoch = l.epoch and client_id = p_client and user_id = '' and id <> v_next.id;
  else
    delete from lane_heads where lane = p_lane and epoch = l.epoch and client_id = p_client and user_id = '';
  end if;
end $function$;

CREATE OR REPLACE FUNCTION public.limit_jobs(p_client integer)
 RETURNS boolean
 LANGUAGE plpgsql
AS $function$
declare
  v_found integer;
begin
  update turns t set limited = true
    from (select id from turns where client_id = p_client and state = 'queued' and not limited
          limit 10000 for update skip locked) q
    where t.client_id = p_client and t.id = q.id;
  get diagnostics v_found = row_count;
  perform keep_heads(p_client);
  return v_found < 10000;
end $function$;

CREATE OR REPLACE FUNCTION public.live_parts(p_set_aside int4multirange, p_before integer, p_most integer)
 RETURNS TABLE(first_seq integer, behind_seq integer)
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select lower(part), upper(part) from unnest(int4multirange(int4range(1, p_before)) - p_set_aside) part
  order by part desc limit p_most
$function$;

CREATE OR REPLACE FUNCTION public.lock_queue()
 RETURNS void
 LANGUAGE sql
AS $function$ select pg_advisory_xact_lock(hashtext('parley queue')) $function$;

CREATE OR REPLACE FUNCTION public.lock_rooms(p_client integer)
 RETURNS void
 LANGUAGE sql
AS $function$ select pg_advisory_xact_lock(hashtext('parley rooms'), p_client) $function$;

CREATE OR REPLACE FUNCTION public.lock_turn(p_client integer, p_turn uuid)
 RETURNS turns
 LANGUAGE plpgsql
AS $function$
declare
  t turns;
begin
  select * into t from turns where client_id = p_client and id = p_turn;
  if not found then return null; end if;
  perform 1 from usage_clients where client_id = t.client_id and day = t.charge_day
    order by epoch desc limit 1 for update;
  perform 1 from conversations where client_id = t.client_id and id = t.conversation_id for update;
  select * into t from turns where client_id = p_client and id = p_turn for update;
  return t;
end $function$;

CREATE OR REPLACE FUNCTION public.lock_usage(p_client integer)
 RETURNS void
 LANGUAGE plpgsql
 SET enable_seqscan TO 'off'
 SET enable_sort TO 'off'
AS $function$
begin
  for v_try in 1..2 loop
    perform 1 from usage_clients where client_id = p_client and day = utc_day() order by epoch desc limit 1 for update;
    exit when found;
    insert into usage_clients (client_id, day) values (p_client, utc_day()) on conflict do nothing;
  end loop;
end $function$;

CREATE OR REPLACE FUNCTION public.lost_turns(p_grace interval)
 RETURNS TABLE(client_id integer, turn_id uuid)
 LANGUAGE plpgsql
 SET enable_seqscan TO 'off'
AS $function$
begin
  delete from processes where id in
    (select id from processes where lease_until < now() - p_grace order by id for update skip locked);
  return query
    select t.client_id, t.id from held_turns() t
    where coalesce(t.process_id <> all (array(select p.id from newest_processes() p)), true)
    order by t.door, t.id limit 500;
end $function$;

CREATE OR REPLACE FUNCTION public.meets_requirements(p_facts jsonb, p_requires jsonb)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select p_requires is null or not exists (
    select from jsonb_each(p_requires) r where (r.value @> (p_facts -> r.key)) is not true)
$function$;

CREATE OR REPLACE FUNCTION public.mend_event_log()
 RETURNS boolean
 LANGUAGE plpgsql
 SET enable_seqscan TO 'off'
AS $function$
begin
  update event_log set timeline = server_timeline() where timeline is null and server_timeline() is not null;
  perform 1 from clients c
    cross join lateral (select xid from events where client_id = c.id order by xid desc, seq desc limit 1) last
    where c.events_since is not null and last.xid >= pg_snapshot_xmax(pg_current_snapshot());
  if not found then return false; end if;
  update events set xid = '0' where xid <> '0';
  perform renew_event_log();
  return true;
end $function$;

CREATE OR REPLACE FUNCTION public.merge_lane_ranges(l lanes)
 RETURNS void
 LANGUAGE plpgsql
 SET enable_seqscan TO 'off'
AS $function$
declare
  r    lane_ranges;
  kept lane_ranges;
begin
  for v_level in reverse 3 .. 1 loop
    delete from lane_ranges n
      where n.lane = l.lane and n.epoch = l.epoch and level = v_level and queued = 0 and tag >= 0 and not exists
        (select from lane_ranges u where u.lane = n.lane and u.epoch = n.epoch and u.level = n.level + 1
          and u.tag = n.tag and u.id = n.id);
    kept := null;
    for r in select * from lane_ranges
      where lane = l.lane and epoch = l.epoch and level = v_level order by tag, id
    loop
      if r.tag < 0 or kept.queued + r.queued > range_size(v_level) or exists (select from lane_ranges u
          where u.lane = r.lane and u.epoch = r.epoch and u.level = v_level + 1 and u.tag = r.tag and u.id = r.id) then
        kept := r;
      else
        kept.queued := kept.queued + r.queued;
        delete from lane_ranges n
          where n.lane = r.lane and n.epoch = r.epoch and n.level = v_level and n.tag = r.tag and n.id = r.id;
        update lane_ranges n set queued = kept.queued
          where n.lane = kept.lane and n.epoch = r.epoch and n.level = v_level and n.tag = kept.tag and n.id = kept.id;
      end if;
    end loop;
  end loop;
end $function$;

CREATE OR REPLACE FUNCTION public.message_rated()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if new.rating is null then
    delete from ratings r
      where r.client_id = new.client_id and r.conversation_id = new.conversation_id and r.seq = new.seq;
    return null;
  end if;
  insert into ratings (client_id, conversation_id, seq, id, agent_slug, rating, rated_at)
    select c.client_id, c.id, new.seq, gen_random_uuid(), c.agent_slug, new.rating,
      date_trunc('milliseconds', now())
    from conversations c where c.client_id = new.client_id and c.id = new.conversation_id
    on conflict (client_id, conversation_id, seq)
      do update set rating = excluded.rating, rated_at = excluded.rated_at;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.newest_processes()
 RETURNS SETOF processes
 LANGUAGE sql
 STABLE
 SET enable_seqscan TO 'off'
AS $function$
  with recursive newest as (
    (select p as process from processes p order by p.id desc, p.epoch desc limit 1)
    union all
    select (select p from processes p where p.id < (n.process).id order by p.id desc, p.epoch desc limit 1)
      from newest n where (n.process).id is not null
  ) select (process).* from newest where (process).id is not null
$function$;

CREATE OR REPLACE FUNCTION public.next_limited(p_lane text, p_tag bigint, p_id uuid, INOUT full_clients integer[], INOUT full_users text[], OUT turn_client integer, OUT turn_id uuid)
 RETURNS record
 LANGUAGE plpgsql
AS $function$
declare
  c      record;
  u      record;
  v_room text;
  v_epoch bigint;
  v_tag  bigint := coalesce(p_tag, 9223372036854775807);
  v_id   uuid := coalesce(p_id, 'ffffffff-ffff-ffff-ffff-ffffffffffff');
begin
  select epoch into v_epoch from lane_of(p_lane);
  for c in select client_id, tag, id from lane_heads
    where lane = p_lane and epoch = v_epoch and user_id = '' and client_id <> all (full_clients) order by tag, id
  loop
    exit when (c.tag, c.id) > (v_tag, v_id);
    for u in select user_id, tag, id from lane_heads
      where lane = p_lane and epoch = v_epoch and client_id = c.client_id and user_id <> ''
        and client_id || ' ' || user_id <> all (full_users) order by tag, id
    loop
      exit when (u.tag, u.id) > (v_tag, v_id);
      v_room := has_room(c.client_id, u.user_id);
      if v_room = 'client' then
        full_clients := full_clients || c.client_id;
        exit;
      end if;
      perform 1 from turns where client_id = c.client_id and id = u.id for update skip locked;
      if v_room = 'user' or not found then
        full_users := full_users || (c.client_id || ' ' || u.user_id);
        continue;
      end if;
      turn_client := c.client_id;
      turn_id := u.id;
      v_tag := u.tag;
      v_id := u.id;
      exit;
    end loop;
  end loop;
end $function$;

CREATE OR REPLACE FUNCTION public.next_tag(p_lane text, p_client integer, p_count integer DEFAULT 1)
 RETURNS bigint
 LANGUAGE plpgsql
 SET enable_seqscan TO 'off'
AS $function$
declare
  l     lanes;
  v_tag bigint;
begin
  perform lock_queue();
  select * into l from lane_of(p_lane);
  update lane_clients set last_tag = greatest(last_tag, l.virtual_time) + p_count
    where lane = p_lane and epoch = l.epoch and client_id = p_client
    returning last_tag into v_tag;
  if not found then
    v_tag := l.virtual_time + p_count;
    insert into lane_clients (lane, epoch, client_id, last_tag) values (p_lane, l.epoch, p_client, v_tag);
  end if;
  perform renew_lane(l, 1);
  return v_tag;
end $function$;

CREATE OR REPLACE FUNCTION public.note_calls(p_client integer, p_turn uuid, p_attempt integer, p_calls jsonb, p_next text)
 RETURNS boolean
 LANGUAGE plpgsql
AS $function$
begin
  update turns set calls = unknown_call(p_next, utc_day()) || (
      select coalesce(jsonb_agg(c - 'ms_ago'
        || jsonb_build_object('day', utc_day_before((c ->> 'ms_ago')::float8))), '[]')
      from jsonb_array_elements(p_calls) c)
    where client_id = p_client and id = p_turn and attempt = p_attempt and state = 'running';
  return found;
end $function$;

CREATE OR REPLACE FUNCTION public.output_before(p_client integer, p_turn uuid, p_attempt integer, p_byte integer)
 RETURNS text
 LANGUAGE sql
 STABLE
AS $function$
  select coalesce(string_agg(text, '' order by byte_offset), '') from turn_output
    where client_id = p_client and turn_id = p_turn and attempt = p_attempt and byte_offset < p_byte
$function$;

CREATE OR REPLACE FUNCTION public.process_heartbeat(p_process uuid, p_lease interval, p_slots integer, p_service_ms integer, p_output jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET enable_seqscan TO 'off'
 SET enable_hashjoin TO 'off'
 SET enable_mergejoin TO 'off'
AS $function$
declare
  v_alive  boolean;
  v_draining boolean;
  v_stored integer := 0;
  v_fenced integer := 0;
begin
  perform 1 from processes where id = p_process order by epoch desc limit 1 for no key update;
  update processes set lease_until = now() + p_lease, slots = p_slots,
      service_ms = coalesce(p_service_ms, service_ms), epoch = epoch + (random() * 16 < 1)::integer
    where ctid = (select ctid from processes where id = p_process order by epoch desc limit 1)
    returning draining into v_draining;
  v_alive := found;
  if v_alive and jsonb_array_length(p_output) > 0 then
    -- A piece comes again when the response to the heartbeat that stored it was lost. The row of the process is locked,
    -- so no other statement stores pieces of these turns meanwhile, and they are looked up: `on conflict` would log a
    -- second record for each piece.
    with pieces as materialized (
      select o.client_id, o.turn_id, o.attempt, o.byte_offset, o.text
      from jsonb_to_recordset(p_output) as o(client_id integer, turn_id uuid, attempt integer,
          byte_offset integer, text text)
      join turns t on t.client_id = o.client_id and t.id = o.turn_id
        and t.attempt = o.attempt and t.state = 'running' and t.process_id = p_process
    ), longer as (
      update turn_output as before set text = o.text from pieces o
        where before.client_id = o.client_id and before.turn_id = o.turn_id and before.attempt = o.attempt
          and before.byte_offset = o.byte_offset and length(o.text) > length(before.text)
    )
    insert into turn_output (client_id, turn_id, attempt, byte_offset, text)
      select o.client_id, o.turn_id, o.attempt, o.byte_offset, o.text from pieces o
      where not exists (select from turn_output before where before.client_id = o.client_id
        and before.turn_id = o.turn_id and before.attempt = o.attempt and before.byte_offset = o.byte_offset);
    get diagnostics v_stored = row_count;
  end if;
  if v_stored < jsonb_array_length(p_output) then
    select count(*) into v_fenced
      from jsonb_to_recordset(p_output) as o(client_id integer, turn_id uuid, attempt integer)
      join turns t on t.client_id = o.client_id and t.id = o.turn_id and t.attempt > o.attempt;
  end if;
  return jsonb_build_object('alive', v_alive,
    'draining', coalesce(v_draining, false),
    'fenced', v_fenced,
    'service_ms', (select avg(service_ms)::float from newest_processes() where lease_until > now() and slots > 0),
    'slots', (select sum(slots) from newest_processes() where lease_until > now()),
    'stop', (select coalesce(jsonb_agg(jsonb_build_object('turn_id', id, 'reason', cancel_reason)), '[]')
      from turns where process_id = p_process and cancel_reason is not null));
end $function$;

CREATE OR REPLACE FUNCTION public.queue_length()
 RETURNS bigint
 LANGUAGE plpgsql
 STABLE
AS $function$
begin
  return lane_length('standard') + lane_length('priority');
end $function$;

CREATE OR REPLACE FUNCTION public.queue_position(p_lane text, p_tag bigint, p_id uuid)
 RETURNS bigint
 LANGUAGE plpgsql
 STABLE
 SET plan_cache_mode TO 'force_generic_plan'
 SET enable_seqscan TO 'off'
 SET enable_sort TO 'off'
AS $function$
begin
  return (select 1
    + coalesce((select sum(queued) from lane_ranges
        where lane = p_lane and epoch = e.epoch and level = 3 and (tag, id) < (l3.tag, l3.id)), 0)
    + coalesce((select sum(queued) from lane_ranges
        where lane = p_lane and epoch = e.epoch and level = 2 and (tag, id) >= (l3.tag, l3.id)
          and (tag, id) < (l2.tag, l2.id)), 0)
    + coalesce((select sum(queued) from lane_ranges
        where lane = p_lane and epoch = e.epoch and level = 1 and (tag, id) >= (l2.tag, l2.id)
          and (tag, id) < (l1.tag, l1.id)), 0)
    + (select count(*) from claimable(p_lane, l1.tag, l1.id, p_tag, p_id) c where (c.tag, c.id) < (p_tag, p_id))
    from lane_of(p_lane) e, range_at(p_lane, e.epoch, 3, p_tag, p_id) l3,
      range_at(p_lane, e.epoch, 2, p_tag, p_id) l2, range_at(p_lane, e.epoch, 1, p_tag, p_id) l1);
end $function$;

CREATE OR REPLACE FUNCTION public.queue_positions(p_lanes text[], p_tags bigint[], p_ids uuid[])
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET plan_cache_mode TO 'force_generic_plan'
 SET enable_seqscan TO 'off'
 SET enable_mergejoin TO 'off'
AS $function$
begin
  return (
    with ranges as materialized (
      select *, queue_position(lane, from_tag, from_id) as place
      from (
        select distinct on (t.lane, r.tag, r.id) t.lane, t.tag, t.id, r.tag as from_tag, r.id as from_id
        from unnest(p_lanes, p_tags, p_ids) t(lane, tag, id), lane_of(t.lane) e, range_at(t.lane, e.epoch, 1, t.tag, t.id) r
        order by t.lane, r.tag, r.id, t.tag desc, t.id desc
      ) last
    )
    select jsonb_object_agg(id, place)
    from (
      select c.id, r.place - 1
        + row_number() over (partition by r.lane, r.from_tag, r.from_id order by c.tag, c.id) as place
      from ranges r, lateral claimable(r.lane, r.from_tag, r.from_id, r.tag, r.id) c
    ) counted
  );
end $function$;

CREATE OR REPLACE FUNCTION public.range_at(p_lane text, p_epoch bigint, p_level integer, p_tag bigint, p_id uuid)
 RETURNS SETOF lane_ranges
 LANGUAGE sql
 STABLE
AS $function$
  select * from lane_ranges
  where lane = p_lane and epoch = p_epoch and level = p_level and (tag, id) <= (p_tag, p_id)
  order by tag desc, id desc limit 1
$function$;

CREATE OR REPLACE FUNCTION public.range_size(p_level integer)
 RETURNS integer
 LANGUAGE sql
 IMMUTABLE
AS $function$ select 2 << (5 * p_level) $function$;

CREATE OR REPLACE FUNCTION public.record_endings(p_clients integer[], p_turns uuid[])
 RETURNS void
 LANGUAGE plpgsql
 SET plan_cache_mode TO 'force_generic_plan'
 SET enable_seqscan TO 'off'
 SET enable_hashjoin TO 'off'
 SET enable_mergejoin TO 'off'
AS $function$
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
end $function$;

CREATE OR REPLACE FUNCTION public.record_events(p_clients integer[], p_types text[], p_users text[], p_data jsonb[])
 RETURNS void
 LANGUAGE plpgsql
 SET plan_cache_mode TO 'force_generic_plan'
 SET enable_seqscan TO 'off'
 SET enable_hashjoin TO 'off'
 SET enable_mergejoin TO 'off'
AS $function$
begin
  insert into events (client_id, id, type, external_user_id, data, is_unsent)
    select a.client_id, event_id(), a.type, a.user_id, a.data,
      exists (select from webhooks w where w.client_id = a.client_id and w.enabled)
    from unnest(p_clients, p_types, p_users, p_data) with ordinality a(client_id, type, user_id, data, place)
    join clients c on c.id = a.client_id and c.events_since is not null
    order by a.place;
end $function$;

CREATE OR REPLACE FUNCTION public.refund_turns(p turns[])
 RETURNS void
 LANGUAGE plpgsql
 SET plan_cache_mode TO 'force_generic_plan'
 SET enable_seqscan TO 'off'
 SET enable_hashjoin TO 'off'
 SET enable_mergejoin TO 'off'
AS $function$
begin
  with back as materialized (
    insert into ledger (client_id, turn_id, kind, external_user_id, day, requests, priority, deep_dive)
      select l.client_id, l.turn_id, 'refund', l.external_user_id, l.day, l.requests, l.priority, l.deep_dive
      from unnest(p) t join ledger l on l.client_id = t.client_id and l.turn_id = t.id and l.kind = 'charge'
      on conflict do nothing
      returning client_id, turn_id, external_user_id, day, requests, priority, deep_dive
  ), of_clients as (
    update usage_clients u set requests = u.requests - b.requests, priority = u.priority - b.priority,
        deep_dive = u.deep_dive - b.deep_dive
      from (select client_id, day, sum(requests) as requests, sum(priority) as priority, sum(deep_dive) as deep_dive
            from back group by 1, 2) b
      where u.client_id = b.client_id and u.day = b.day
  ), of_users as (
    update usage_users u set requests = u.requests - b.requests, priority = u.priority - b.priority,
        deep_dive = u.deep_dive - b.deep_dive
      from (select client_id, day, external_user_id, sum(requests) as requests, sum(priority) as priority,
              sum(deep_dive) as deep_dive
            from back group by 1, 2, 3) b
      where u.client_id = b.client_id and u.day = b.day and u.external_user_id = b.external_user_id
  )
  delete from idempotency_keys k using back b join turns t on t.client_id = b.client_id and t.id = b.turn_id
    where k.client_id = t.client_id and k.external_user_id = t.external_user_id and k.route = t.door
      and k.key = t.idempotency_key and k.turn_id = t.id;
end $function$;

CREATE OR REPLACE FUNCTION public.renew_event_log()
 RETURNS void
 LANGUAGE sql
AS $function$
  update event_log set generation = 1 + (generation + floor(random() * 999999998)::integer) % 999999999,
    timeline = server_timeline()
$function$;

CREATE OR REPLACE FUNCTION public.renew_lane(l lanes, p_changes integer)
 RETURNS void
 LANGUAGE plpgsql
 SET enable_seqscan TO 'off'
AS $function$
declare
  v_ranges  integer;
  v_clients integer;
  v_heads   integer;
begin
  if random() * l.renew_every >= p_changes then return; end if;
  update lane_ranges set epoch = l.epoch + 1 where lane = l.lane and epoch = l.epoch;
  get diagnostics v_ranges = row_count;
  update lane_clients set epoch = l.epoch + 1 where lane = l.lane and epoch = l.epoch;
  get diagnostics v_clients = row_count;
  update lane_heads set epoch = l.epoch + 1 where lane = l.lane and epoch = l.epoch;
  get diagnostics v_heads = row_count;
  update lanes set epoch = l.epoch + 1, renew_every = greatest(32, 2 * (v_ranges + v_clients + v_heads))
    where lane = l.lane and epoch = l.epoch;
end $function$;

CREATE OR REPLACE FUNCTION public.room_of(p_client integer, p_user text)
 RETURNS text
 LANGUAGE plpgsql
AS $function$
declare
  c    record;
  used record;
begin
  select concurrent_turns, concurrent_turns_per_user into c from clients where id = p_client;
  if c.concurrent_turns is null and c.concurrent_turns_per_user is null then return 'yes'; end if;
  used := turns_under_way(p_client, p_user, null);
  return case when used.of_client >= c.concurrent_turns then 'client'
    when used.of_user >= c.concurrent_turns_per_user then 'user' else 'yes' end;
end $function$;

CREATE OR REPLACE FUNCTION public.server_timeline()
 RETURNS text
 LANGUAGE plpgsql
AS $function$
begin
  return left(pg_walfile_name(pg_current_wal_lsn()), 8);
exception when others then
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.settle_delivered(p_clients integer[], p_webhooks uuid[], p_events uuid[], p_leases uuid[], p_tries jsonb[])
 RETURNS bigint[]
 LANGUAGE plpgsql
 SET plan_cache_mode TO 'force_generic_plan'
 SET enable_seqscan TO 'off'
 SET enable_hashjoin TO 'off'
 SET enable_mergejoin TO 'off'
AS $function$
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
end $function$;

CREATE OR REPLACE FUNCTION public.settle_delivery(p_client integer, p_webhook uuid, p_event uuid, p_lease uuid, p_outcome text, p_delay interval, p_try jsonb, p_days integer, p_tries integer)
 RETURNS text
 LANGUAGE plpgsql
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
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
end $function$;

CREATE OR REPLACE FUNCTION public.settle_try(p_client integer, p_webhook uuid, p_event uuid, p_lease uuid, p_url text, p_outcome text, p_delay interval, p_try jsonb, p_days integer, p_tries integer)
 RETURNS text
 LANGUAGE plpgsql
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
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
end $function$;

CREATE OR REPLACE FUNCTION public.split_range(r lane_ranges)
 RETURNS void
 LANGUAGE plpgsql
 SET enable_seqscan TO 'off'
AS $function$
declare
  e       lane_ranges;
  v_parts integer := r.queued / range_size(r.level);
begin
  select * into e from lane_ranges
    where lane = r.lane and epoch = r.epoch and level = r.level and (tag, id) > (r.tag, r.id)
    order by tag, id limit 1;
  if not found then
    e.tag := 9223372036854775807;
    e.id := 'ffffffff-ffff-ffff-ffff-ffffffffffff';
  end if;
  insert into lane_ranges as n (lane, epoch, level, tag, id, queued)
    select r.lane, r.epoch, r.level, case when part = 0 then r.tag else tag end, case when part = 0 then r.id else id end, total
    from (
      select tag, id, part, row_number() over (partition by part order by tag, id) as nth,
        sum(queued) over (partition by part) as total, sum(queued) over () as everything
      from (
        select tag, id, queued, (sum(queued) over (order by tag, id) - queued) * v_parts / r.queued as part
        from (
          select c.tag, c.id, 1 as queued from claimable(r.lane, r.tag, r.id, e.tag, e.id) c
            where r.level = 1 and (c.tag, c.id) < (e.tag, e.id)
          union all
          select b.tag, b.id, b.queued from lane_ranges b where r.level > 1 and b.lane = r.lane
            and b.epoch = r.epoch and b.level = r.level - 1 and (b.tag, b.id) >= (r.tag, r.id) and (b.tag, b.id) < (e.tag, e.id)
        ) inside
      ) parted
    ) numbered
    -- Within a statement that counts turn by turn, the split is left to the next statement.
    where nth = 1 and everything = r.queued
  on conflict (lane, epoch, level, tag, id) do update set queued = excluded.queued;
end $function$;

CREATE OR REPLACE FUNCTION public.spread_events(p_count integer)
 RETURNS void
 LANGUAGE sql
 SET plan_cache_mode TO 'force_generic_plan'
 SET enable_seqscan TO 'off'
 SET enable_hashjoin TO 'off'
 SET enable_mergejoin TO 'off'
AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION public.start_claimed(t turns, p_process uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
AS $function$
begin
  update turns set state = 'running', attempt = attempt + 1, process_id = p_process, tag = null,
      started_at = coalesce(started_at, clock_timestamp()),
      -- The call of a later attempt did not begin when the turn did.
      calls = case when started_at is not null then unknown_call('', utc_day()) end
    where client_id = t.client_id and id = t.id returning * into t;
  return jsonb_build_object('client_id', t.client_id, 'turn_id', t.id, 'attempt', t.attempt,
    'client_version', (select version from clients where id = t.client_id),
    'conversation_id', t.conversation_id, 'user_id', t.external_user_id, 'agent', t.agent_slug,
    'message_id', t.message_id, 'user_message_id', t.user_message_id, 'answer_seq', t.answer_seq,
    'deep_dive', t.deep_dive, 'priority', t.priority, 'day', t.charge_day, 'lane', t.lane,
    'on_disconnect', t.on_disconnect, 'created_at', t.created_at, 'guidance_version', t.guidance_version,
    'prompt', (select content from messages where client_id = t.client_id
      and conversation_id = t.conversation_id and seq = t.user_seq),
    'history', history_of(t.client_id, t.conversation_id, t.user_seq))
    || coalesce((select jsonb_build_object('instructions', instructions, 'max_tokens', max_tokens)
      from response_requests
      where client_id = t.client_id and conversation_id = t.conversation_id and turn_id = t.id), '{}')
    || case when t.facts is null and t.page is null then '{}'
         else jsonb_build_object('facts', t.facts, 'page', t.page) end
    || case when t.language is null then '{}' else jsonb_build_object('language', t.language) end
    || case when t.wrote is null then '{}' else '{"has_steps": true}'::jsonb end;
end $function$;

CREATE OR REPLACE FUNCTION public.store_ends(p finish[], p_was text, p_from integer[], p_first_text integer[], p_calls jsonb[], p_alone boolean)
 RETURNS integer[]
 LANGUAGE plpgsql
 SET plan_cache_mode TO 'force_generic_plan'
 SET enable_seqscan TO 'off'
 SET enable_hashjoin TO 'off'
 SET enable_mergejoin TO 'off'
 SET enable_sort TO 'off'
 SET jit TO 'off'
AS $function$
declare
  v_ended   integer[];
  v_clients integer[];
  v_told    uuid[];
begin
  with ended as (
    update turns t set state = x.state, finish_reason = x.finish_reason, error_code = split_part(x.error_code, ' ', 1),
        error_reason = nullif(split_part(x.error_code, ' ', 2), ''), calls = null,
        refunded = x.refund and t.wrote is not true, finished_at = now(), tag = null, process_id = null, model = coalesce(x.model, t.model),
        input_tokens = x.input_tokens, output_tokens = x.output_tokens, first_text_ms = p_first_text[x.ordinality]
      from unnest(p) with ordinality x
      where t.client_id = x.client_id and t.id = x.turn_id and t.attempt = x.attempt and t.state = p_was
        -- One search for each turn: a plan with `exists` may read all that wait, and the dead entries of who waited.
        and not (p_alone and (select true from turns q where q.client_id = t.client_id
          and q.conversation_id = t.conversation_id and q.state = 'queued' order by q.user_seq limit 1) is not null)
      returning x.ordinality as place, t.client_id, t.id, t.conversation_id, t.answer_seq, t.message_id, t.state,
        t.deep_dive, t.user_message_id, t.charge_day, t.door, t.agent_slug, t.model, t.refunded,
        p_calls[x.ordinality] as calls, t.first_text_ms, case when p_from[x.ordinality] is null then x.text
          else output_before(t.client_id, t.id, t.attempt, p_from[x.ordinality]) || x.text end as text,
        -- Decided here and not by the process, whose copy of the client may be older than its first event.
        case when t.door = 'job' or x.state = 'failed'
          then (select c.events_since is not null from clients c where c.id = t.client_id) end as is_told
  ), counted as (
    update conversations v set last_message_at = now(), updated_at = now(), message_count = v.message_count +
        case when isempty(v.set_aside) then cardinality(e.answers)
          else (select count(*) from unnest(e.answers) seq where not seq <@ v.set_aside) end
      from (select client_id, conversation_id, array_agg(answer_seq) as answers from ended group by 1, 2) e
      where v.client_id = e.client_id and v.id = e.conversation_id
      returning v.client_id, v.id
  ), answered as (
    insert into messages (client_id, conversation_id, seq, id, role, content, status, deep_dive, reply_to, turn_id)
      select e.client_id, e.conversation_id, e.answer_seq, e.message_id, 'assistant', e.text,
        case when e.state = 'completed' then 'complete' when e.text <> '' then 'partial' else 'failed' end,
        e.deep_dive, e.user_message_id, e.id
      from ended e join counted c on c.client_id = e.client_id and c.id = e.conversation_id
  ), entered as (
    insert into usage_model_entries (client_id, day, model_reference, delivery, agent_slug, turns, failed, cancelled,
        expired, refunded, first_texts, first_text_ms)
      select client_id, charge_day, coalesce(model, ''), door, agent_slug, count(*),
        count(*) filter (where state = 'failed'), count(*) filter (where state = 'cancelled'),
        count(*) filter (where state = 'expired'), count(*) filter (where refunded), count(first_text_ms),
        coalesce(sum(first_text_ms), 0)
      from ended group by 1, 2, 3, 4, 5
  ), called as (
    insert into usage_call_entries
      select c.client_id, c.day, c.model_reference, c.agent_slug, c.kind, c.outcome, sum(c.calls),
        sum(c.calls_without_tokens), sum(c.input_tokens), sum(c.cache_read_tokens), sum(c.cache_write_tokens),
        sum(c.output_tokens)
      from ended e cross join lateral call_entries(e.client_id, e.agent_slug, e.calls) c group by 1, 2, 3, 4, 5, 6
  )
  select array_agg(place), array_agg(client_id) filter (where is_told), array_agg(id) filter (where is_told)
    into v_ended, v_clients, v_told from ended;
  if v_told is not null then perform record_endings(v_clients, v_told); end if;
  perform clear_ended(p);
  return v_ended;
end $function$;

CREATE OR REPLACE FUNCTION public.store_sources(p finish[], p_results text[], p_sources jsonb[])
 RETURNS void
 LANGUAGE plpgsql
 SET plan_cache_mode TO 'force_generic_plan'
 SET enable_seqscan TO 'off'
 SET enable_hashjoin TO 'off'
 SET enable_mergejoin TO 'off'
AS $function$
begin
  with answered as (
    update messages m set citations = nullif(p_sources[x.ordinality] -> 'citations', 'null'),
        links = nullif(p_sources[x.ordinality] -> 'links', 'null')
      from unnest(p) with ordinality x join turns t on t.client_id = x.client_id and t.id = x.turn_id
      where p_sources[x.ordinality] is not null and p_results[x.ordinality] = 'stored'
        and m.client_id = t.client_id and m.conversation_id = t.conversation_id and m.seq = t.answer_seq
      returning m.client_id, m.conversation_id, m.seq, m.id, m.status, m.citations, t.agent_slug,
        coalesce(t.started_at, t.created_at) as began_at
  ), unanswered_now as (
    -- The time has milliseconds only, because it is a part of a cursor.
    insert into unanswered (client_id, conversation_id, seq, message_id, agent_slug, answered_at)
      select client_id, conversation_id, seq, id, agent_slug, date_trunc('milliseconds', now())
      from answered where status = 'complete' and citations = '[]'
      on conflict do nothing
  ), quoted as (
    select distinct a.client_id, a.conversation_id, a.seq, a.agent_slug as agent, e ->> 'document_id' as document, a.began_at,
        case when e ->> 'source' = 'client' then a.client_id end as owner
      from answered a cross join lateral jsonb_array_elements(a.citations) e
  ), cited_now as (
    insert into cited (client_id, conversation_id, seq, owner, agent, document)
      select client_id, conversation_id, seq, owner, agent, document from quoted
      on conflict do nothing
  )
  -- Deleted while the turn ran, whether or not another one was stored under the id since.
  insert into deleted_documents (owner, agent, document)
    select distinct q.owner, q.agent, q.document from quoted q
    where not exists (select from corpora c join documents d on d.corpus = c.id and d.id = q.document
      where c.agent = q.agent and c.owner is not distinct from q.owner and d.created_at <= q.began_at);
end $function$;

CREATE OR REPLACE FUNCTION public.store_step(p_client integer, p_conversation uuid, p_turn uuid, p_attempt integer, p_calls jsonb, p_step jsonb)
 RETURNS boolean
 LANGUAGE plpgsql
 SET enable_seqscan TO 'off'
AS $function$
begin
  perform 1 from conversations where client_id = p_client and id = p_conversation for key share;
  if not found or not note_calls(p_client, p_turn, p_attempt, p_calls, p_step ->> 'origin') then return false; end if;
  update turns set wrote = false where client_id = p_client and id = p_turn and wrote is null;
  insert into turn_steps (client_id, conversation_id, turn_id, step, origin, text, native)
    values (p_client, p_conversation, p_turn, (p_step ->> 'step')::smallint, p_step ->> 'origin', p_step ->> 'text',
      p_step ->> 'native')
    on conflict do nothing;
  insert into tool_calls (client_id, conversation_id, turn_id, step, place, id, model_call_id, name, server_id,
      tool, effect, idempotent, approved_at, label, question, status, sends, arguments, result, is_error,
      finished_at)
    select p_client, p_conversation, p_turn, (p_step ->> 'step')::smallint, c.place, c.id, c.model_call_id, c.name,
      c.server_id, c.tool, c.effect, c.idempotent, c.approved_at, c.label, c.question, c.status, c.sends,
      c.arguments, c.result, c.is_error, case when c.status not in ('open', 'pending') then now() end
    from jsonb_to_recordset(p_step -> 'calls') c(place smallint, id uuid, model_call_id text, name text,
      server_id uuid, tool text, effect text, idempotent boolean, approved_at timestamptz, label text,
      question text, status text, sends smallint, arguments text, result text, is_error boolean)
    on conflict do nothing;
  return true;
end $function$;

CREATE OR REPLACE FUNCTION public.take_due_deliveries(p_lease uuid, p_count integer, p_each integer, p_share integer, p_lease_time interval, p_grown uuid[], p_most integer[])
 RETURNS TABLE(client_id integer, webhook_id uuid, step integer, url text, generation integer, secret_key text, previous_secrets jsonb, event_id uuid, type text, external_user_id text, data jsonb, created_at timestamp with time zone, claimed_at timestamp with time zone)
 LANGUAGE plpgsql
 SET plan_cache_mode TO 'force_generic_plan'
 SET enable_seqscan TO 'off'
 SET enable_hashjoin TO 'off'
 SET enable_mergejoin TO 'off'
AS $function$
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
end $function$;

CREATE OR REPLACE FUNCTION public.tell_decision(p_client integer, p_user text, p_action uuid, p_conversation uuid, p_decision text, p_by text)
 RETURNS void
 LANGUAGE sql
AS $function$
  select record_events(array[p_client], array['action.decided'], array[p_user],
    array[jsonb_build_object('action_uuid', p_action, 'conversation_uuid', p_conversation, 'decision', p_decision,
      'by', p_by)])
$function$;

CREATE OR REPLACE FUNCTION public.text_lexemes(p_language text, p_text text)
 RETURNS TABLE(lexeme text, tf smallint)
 LANGUAGE sql
 STABLE
AS $function$
  select l.lexeme, cardinality(l.positions)::smallint
  from unnest(to_tsvector(coalesce(
    (select c.oid::regconfig from pg_ts_config c where c.cfgname = p_language and pg_ts_config_is_visible(c.oid)),
    'simple'::regconfig), p_text)) l
$function$;

CREATE OR REPLACE FUNCTION public.tidy_events()
 RETURNS void
 LANGUAGE plpgsql
 SET plan_cache_mode TO 'force_generic_plan'
 SET enable_seqscan TO 'off'
 SET enable_hashjoin TO 'off'
 SET enable_mergejoin TO 'off'
AS $function$
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
end $function$;

CREATE OR REPLACE FUNCTION public.tidy_queue()
 RETURNS void
 LANGUAGE plpgsql
AS $function$
declare
  l lanes;
begin
  perform lock_queue();
  for l in select e.* from unnest(array['standard', 'priority']) n(lane), lane_of(n.lane) e loop
    perform merge_lane_ranges(l);
    delete from lane_clients where lane = l.lane and epoch = l.epoch and last_tag < l.virtual_time;
  end loop;
  delete from turn_output o using turns t
    where t.client_id = o.client_id and t.id = o.turn_id and t.state <> 'running';
end $function$;

CREATE OR REPLACE FUNCTION public.turn_order(p_overtakes integer, p_answer_seq integer)
 RETURNS bigint
 LANGUAGE sql
 IMMUTABLE
AS $function$ select p_answer_seq - (p_overtakes::bigint << 32) $function$;

CREATE OR REPLACE FUNCTION public.turns_deleted()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform count_turns(array_agg(lane), array_agg(tag), array_agg(id), -1) from gone where tag is not null;
  perform leave_heads(lane, client_id, external_user_id, id) from gone where tag is not null and limited;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.turns_tag_changed()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if old.tag is not null then
    perform count_turn(old.lane, old.tag, old.id, -1);
    if old.limited then perform leave_heads(old.lane, old.client_id, old.external_user_id, old.id); end if;
  end if;
  if new.tag is not null then
    if new.limited then
      perform enter_heads(new.lane, new.client_id, new.external_user_id, new.tag, new.id);
    end if;
    perform count_turn(new.lane, new.tag, new.id, 1);
    -- A job that waits again goes before all others.
    update lanes set first_tag = new.tag, first_id = new.id
      where lane = new.lane and epoch = (select epoch from lane_of(new.lane))
        and (new.tag, new.id) < (first_tag, first_id);
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.turns_under_way(p_client integer, p_user text, p_but uuid, OUT of_client bigint, OUT of_user bigint)
 RETURNS record
 LANGUAGE plpgsql
 STABLE
AS $function$
begin
  select count(distinct conversation_id), count(distinct conversation_id) filter (where external_user_id = p_user)
    into of_client, of_user
    from turns where client_id = p_client and (state = 'running' or (state = 'queued' and process_id is not null))
      and conversation_id is distinct from p_but;
end $function$;

CREATE OR REPLACE FUNCTION public.unknown_call(p_model text, p_day date)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
AS $function$
  select jsonb_build_array(jsonb_build_object('day', p_day, 'model', p_model, 'kind', 'answer', 'outcome', 'unknown'))
$function$;

CREATE OR REPLACE FUNCTION public.utc_day()
 RETURNS date
 LANGUAGE sql
 STABLE
AS $function$ select (now() at time zone 'utc')::date $function$;

CREATE OR REPLACE FUNCTION public.utc_day_before(p_ms double precision)
 RETURNS date
 LANGUAGE sql
 STABLE
AS $function$ select ((now() - p_ms * interval '1 ms') at time zone 'utc')::date $function$;

CREATE OR REPLACE FUNCTION public.waiting_position(p_lane text, p_client integer)
 RETURNS bigint
 LANGUAGE sql
 STABLE
AS $function$
  select queue_position(p_lane,
    greatest(l.virtual_time, coalesce(c.last_tag, 0)) + 1, 'ffffffff-ffff-ffff-ffff-ffffffffffff')
  from lane_of(p_lane) l
  left join lane_clients c
    on c.lane = p_lane and c.epoch = (select epoch from lane_of(p_lane)) and c.client_id = p_client
$function$;

CREATE OR REPLACE FUNCTION public.with_try(p_tries jsonb, p_try jsonb)
 RETURNS jsonb
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select case when jsonb_array_length(p_tries) >= 20 then p_tries - 0 else p_tries end || p_try
$function$;

CREATE OR REPLACE FUNCTION public.without_quotes(p_citations jsonb, p_source text, p_document text)
 RETURNS jsonb
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select coalesce(jsonb_agg(case when e ->> 'document_id' = p_document and e ->> 'source' = p_source
      then jsonb_build_object('n', e -> 'n', 'document_id', e -> 'document_id', 'title', e -> 'title', 'deleted', true)
      else e end order by nth), p_citations)
    from jsonb_array_elements(p_citations) with ordinality x(e, nth)
$function$;

CREATE TRIGGER conversations_deleted AFTER DELETE ON public.conversations REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION forget_context();

CREATE TRIGGER documents_deleted AFTER DELETE ON public.documents REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION document_deleted();

CREATE TRIGGER messages_rated AFTER UPDATE OF rating, comment ON public.messages FOR EACH ROW EXECUTE FUNCTION message_rated();

CREATE TRIGGER turns_tag_deleted AFTER DELETE ON public.turns REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION turns_deleted();

CREATE TRIGGER turns_tag_updated AFTER UPDATE OF tag ON public.turns FOR EACH ROW WHEN (((old.tag IS DISTINCT FROM new.tag) AND (current_setting('parley.counts'::text, true) IS DISTINCT FROM 'later'::text))) EXECUTE FUNCTION turns_tag_changed();

CREATE TRIGGER turns_with_steps_ended AFTER UPDATE OF state ON public.turns FOR EACH ROW WHEN (((new.wrote IS NOT NULL) AND (new.state <> ALL (ARRAY['queued'::text, 'running'::text])))) EXECUTE FUNCTION close_tool_calls();
