-- What a request for a response says that its turn and its messages do not: a worker needs it to answer a job, and
-- a client that reads the response later is shown it.
create table response_requests (
  client_id        integer not null,
  conversation_id  uuid not null,
  turn_id          uuid not null,
  -- The requester's own, behind those of the agent.
  instructions     text not null,
  -- The most tokens of the answer; null where the request does not limit them.
  max_tokens       integer,
  -- The turn of the response that it goes on from; null where it names none.
  previous_turn_id uuid,
  -- The members of the request's metadata that are shown again, as JSON in text: jsonb refuses some characters.
  metadata         text not null,
  -- The bytes of all text of the request, from which its tokens are estimated.
  asked_bytes      integer not null,
  primary key (client_id, conversation_id, turn_id),
  foreign key (client_id, conversation_id) references conversations on delete cascade
);
