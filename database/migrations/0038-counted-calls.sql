-- Calls to models by the UTC day on which they began. Provider and model are empty where a process died before it said
-- which model it called. Tokens are what providers have counted, null where none of the calls has any.
create table usage_calls (
  client_id integer not null,
  day date not null,
  provider text not null,
  model text not null,
  agent_slug text not null,
  kind text not null check (kind in ('answer', 'step', 'title')),
  outcome text not null check (outcome in ('completed', 'failed', 'cut', 'unknown')),
  calls bigint not null,
  -- Those whose input or output no provider has counted.
  calls_without_tokens bigint not null,
  input_tokens bigint,
  -- Parts of the input.
  cache_read_tokens bigint,
  cache_write_tokens bigint,
  output_tokens bigint,
  primary key (client_id, day, provider, model, agent_slug, kind, outcome)
) with (fillfactor = 70);
create index usage_calls_day on usage_calls (day);

-- The same of all clients together, which the fold adds up, too.
create table usage_call_days (
  day date not null,
  provider text not null,
  model text not null,
  agent_slug text not null,
  kind text not null check (kind in ('answer', 'step', 'title')),
  outcome text not null check (outcome in ('completed', 'failed', 'cut', 'unknown')),
  calls bigint not null,
  calls_without_tokens bigint not null,
  input_tokens bigint,
  cache_read_tokens bigint,
  cache_write_tokens bigint,
  output_tokens bigint,
  primary key (day, provider, model, agent_slug, kind, outcome)
) with (fillfactor = 70);

-- What endings add to usage_calls, until one process folds the rows into it. Without a key or an index, like
-- usage_model_entries.
create table usage_call_entries (
  client_id integer not null,
  day date not null,
  -- `<provider>/<model>`, or empty.
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

-- Calls of the running attempt as they are counted if its process dies; null for one call since it began.
alter table turns add column calls jsonb;

-- Tokens are counted by call. Processes of release 0.4.0 still write them here.
alter table usage_model_entries alter column input_tokens set default 0, alter column output_tokens set default 0;

comment on table usage_calls is 'calls to models and their tokens of each client by day, model and agent; until the client is deleted';
comment on table usage_call_days is 'calls to models and their tokens of all clients together by day, model and agent; for good';
comment on table usage_call_entries is 'what the next fold adds to `usage_calls`; a minute';
comment on column turns.calls is 'no person';
do $$
declare
  named text;
  counted text;
begin
  foreach counted in array array['usage_calls', 'usage_call_days', 'usage_call_entries'] loop
    for named in select attname from pg_attribute where attrelid = counted::regclass and attnum > 0
      and atttypid = 'text'::regtype
    loop
      execute format('comment on column %I.%I is %L', counted, named, 'no person');
    end loop;
  end loop;
end $$;
