-- Which request a turn answers. A turn has the id of its request, and the column is empty, unless a proxy chose another
-- id for the request: that one is kept here. Null for turns of earlier releases, whose requests are not known.
alter table turns add column request_id text;
create index turns_of_request on turns (request_id) where request_id <> '';

-- What has ended is read newest first, also of one user alone, and of those without a whole answer alone. An entry is
-- written once for each turn, when it ends.
create index turns_ended on turns (client_id, external_user_id, id) where finished_at is not null;
create index turns_unanswered on turns (client_id, state, id) where state in ('failed', 'cancelled', 'expired');

-- `admitted_turn` with the request. Never altered, because processes of this release write it by position.
create type turn_to_store as (
  client_id integer, turn_id uuid, user_id text, conversation_id uuid, is_new boolean, agent text, title text,
  prompt text, user_message_id uuid, user_seq integer, message_id uuid, answer_seq integer, door text, state text,
  lane text,
  -- Which of its client's jobs of the batch that may be claimed at once; null for all others.
  place integer,
  limited boolean, interrupts boolean, priority boolean, deep_dive boolean, retry boolean, on_disconnect text,
  process_id uuid, idempotency_key text, request_hash text, request_id text,
  -- In each quota dimension, in the order of their list.
  charges integer[]
);
