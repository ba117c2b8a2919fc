-- The milliseconds from the beginning of the attempt that ended a turn to its first text.
alter table turns add column first_text_ms integer;

-- What a process last reported about itself, and the number of that report: a report that is sent again, because the
-- response to it was lost, changes nothing.
alter table processes add column state jsonb, add column report integer not null default 0;

-- Ended turns by the day of their charge. Provider and model are empty for a turn that called none.
create table usage_models (
  client_id integer not null,
  day date not null,
  provider text not null,
  model text not null,
  delivery text not null check (delivery in ('stream', 'job')),
  agent_slug text not null,
  turns integer not null,
  failed integer not null,
  cancelled integer not null,
  expired integer not null,
  refunded integer not null,
  input_tokens bigint not null,
  output_tokens bigint not null,
  -- The turns with any text, and the sum of their times to it.
  first_texts integer not null,
  first_text_ms bigint not null,
  primary key (client_id, day, provider, model, delivery, agent_slug)
) with (fillfactor = 70);
create index usage_models_day on usage_models (day);

-- What each batch of endings adds to usage_models, until one process folds the rows into it. Without a key or an
-- index, because batches of all processes write here at the same time and nothing is looked up.
create table usage_model_entries (
  client_id integer not null,
  day date not null,
  -- `<provider>/<model>`, or empty.
  model_reference text not null,
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
  first_text_ms bigint not null
);

-- Refused requests; the client is 0 where none was recognised. Kept for seven days.
create table refusal_minutes (
  minute timestamptz not null,
  client_id integer not null,
  code text not null,
  refusals integer not null,
  primary key (minute, client_id, code)
) with (fillfactor = 70);

-- Calls to providers, with the numbers of them in each bucket of time: see `timeBuckets`. Kept for seven days.
create table provider_minutes (
  minute timestamptz not null,
  provider text not null,
  model text not null,
  calls integer not null,
  failed integer not null,
  timeouts integer not null,
  first_text_buckets integer[] not null,
  duration_buckets integer[] not null,
  primary key (minute, provider, model)
) with (fillfactor = 70);

-- The span in which a job was queued, so that the trace of its answer can link to it. Only written while traces are
-- exported; kept for a day.
create table turn_traces (
  client_id integer not null,
  turn_id uuid not null,
  traceparent text not null,
  created_at timestamptz not null default now(),
  primary key (client_id, turn_id)
);
create index turn_traces_age on turn_traces (created_at);
