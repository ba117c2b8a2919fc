-- How requests to the OpenAI-compatible routes of a client are read.
alter table clients
  -- What becomes of system and developer messages.
  add column openai_system text not null default 'append' check (openai_system in ('append', 'ignore', 'refuse')),
  -- The request header that names the end user; null: none does.
  add column openai_user_header text,
  -- The end user of a request that names none; null: such a request is refused.
  add column openai_default_user text;

-- Messages that a request brings along have no turn.
alter table messages alter column turn_id drop not null;

-- Conversations that no list shows. They are erased once they were not touched for 30 days.
create table unlisted_conversations (
  client_id       integer not null,
  conversation_id uuid not null,
  -- Not before then: a conversation that was touched since is looked at again later.
  look_at         timestamptz not null default now() + interval '30 days',
  primary key (client_id, conversation_id),
  foreign key (client_id, conversation_id) references conversations on delete cascade
);
create index unlisted_conversations_due on unlisted_conversations (look_at);
