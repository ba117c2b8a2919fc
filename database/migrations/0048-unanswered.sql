-- Questions whose answers found nothing in the documents, by their time. An index of messages in this order would cost
-- every question something.
create table unanswered (
  client_id integer not null,
  conversation_id uuid not null,
  -- The place of the answer.
  seq integer not null,
  message_id uuid not null,
  agent_slug text not null,
  answered_at timestamptz not null,
  primary key (client_id, conversation_id, seq),
  foreign key (client_id, conversation_id) references conversations (client_id, id) on delete cascade
);
create index unanswered_newest on unanswered (client_id, agent_slug, answered_at, message_id);
create index unanswered_old on unanswered (answered_at);

comment on table unanswered is
  'which answers cite nothing of the documents that were looked at; 30 days, or until the conversation is deleted';
comment on column unanswered.conversation_id is 'no person';
comment on column unanswered.message_id is 'no person';
comment on column unanswered.agent_slug is 'no person';
