-- What the models of a turn have asked for, and what became of it: the journal from which a new attempt goes on.

-- Whether a turn may have changed something at a partner; null where it has called no tool. And the call that it sends,
-- which a person has said yes to: such a turn costs nothing.
alter table turns add column wrote boolean, add column confirms uuid;
comment on column turns.confirms is 'no person';

-- One row for each call to a model that asked for tools.
create table turn_steps (
  client_id integer not null,
  conversation_id uuid not null,
  turn_id uuid not null,
  step smallint not null,
  origin text not null,
  -- Text and the provider's message as it came, until the turn has ended.
  text text not null,
  native text not null,
  created_at timestamptz not null default now(),
  primary key (client_id, conversation_id, turn_id, step),
  foreign key (client_id, conversation_id) references conversations on delete cascade
);
create index turn_steps_by_age on turn_steps (created_at);

-- One row for each call of a step; its server knows it by its id. What was never to be sent has no server.
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
  effect text check (effect in ('read', 'write')),
  idempotent boolean,
  approved_at timestamptz,
  label text,
  status text not null check (status in
    ('pending', 'confirmed', 'declined', 'expired', 'open', 'done', 'failed', 'unknown')),
  sends smallint not null,
  -- What the model wrote, and what it was told, until the turn has ended.
  arguments text not null,
  result text,
  is_error boolean not null,
  -- What the last request has taken.
  bytes integer,
  duration_ms integer,
  -- What a person is asked before it is sent, with what was asked for in it; null where it is sent at once.
  question text,
  -- The turn that has asked, where another one carries the call out by now; and that turn, which a yes has begun.
  asked_in uuid,
  decided_turn uuid,
  decision text check (decision in ('confirm', 'decline')),
  -- Null while the turn that asks has not ended.
  decide_until timestamptz,
  created_at timestamptz not null default now(),
  finished_at timestamptz,
  primary key (client_id, conversation_id, turn_id, step, place),
  foreign key (client_id, conversation_id) references conversations on delete cascade
);
create index tool_calls_by_age on tool_calls (created_at);
create index tool_calls_by_id on tool_calls (client_id, id) where question is not null;
create index tool_calls_pending on tool_calls (decide_until) where status = 'pending';

-- Whatever ends a turn closes its calls, in a process of the previous release, too: what an open one becomes is what
-- `decideLost` says of one that is not continued. What they say is kept while a person is asked, and no longer.
create function close_tool_calls() returns trigger language plpgsql
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
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
end $$;
create trigger turns_with_steps_ended after update of state on turns for each row
  when (new.wrote is not null and new.state not in ('queued', 'running')) execute function close_tool_calls();

comment on table turn_steps is
  'calls to models that asked for tools, with what they wrote until their turn has ended; 30 days, or until the '
  'conversation is deleted';
comment on column turn_steps.conversation_id is 'no person';
comment on column turn_steps.turn_id is 'no person';
comment on column turn_steps.origin is 'no person';
comment on column turn_steps.text is 'person';
comment on column turn_steps.native is 'person';
comment on table tool_calls is
  'calls of tools, and how they went, with arguments and results until their turn has ended; 30 days, or until the '
  'conversation is deleted';
comment on column tool_calls.conversation_id is 'no person';
comment on column tool_calls.turn_id is 'no person';
comment on column tool_calls.id is 'no person';
comment on column tool_calls.model_call_id is 'no person';
comment on column tool_calls.name is 'no person';
comment on column tool_calls.server_id is 'no person';
comment on column tool_calls.tool is 'no person';
comment on column tool_calls.effect is 'no person';
comment on column tool_calls.label is 'no person';
comment on column tool_calls.status is 'no person';
comment on column tool_calls.arguments is 'person';
comment on column tool_calls.result is 'person';
comment on column tool_calls.question is 'person';
comment on column tool_calls.asked_in is 'no person';
comment on column tool_calls.decided_turn is 'no person';
comment on column tool_calls.decision is 'no person';
