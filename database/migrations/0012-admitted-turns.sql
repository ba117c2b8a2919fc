-- What an admission stores of one turn: an element of the array that its statement is given. Never altered, because
-- processes of this release write it by position.
create type admitted_turn as (
  client_id integer, turn_id uuid, user_id text, conversation_id uuid, is_new boolean, agent text, title text,
  prompt text, user_message_id uuid, user_seq integer, message_id uuid, answer_seq integer, door text, state text,
  lane text,
  -- Which of its client's jobs of the batch that may be claimed at once; null for all others.
  place integer,
  limited boolean, interrupts boolean, priority boolean, deep_dive boolean, retry boolean, on_disconnect text,
  process_id uuid, idempotency_key text, request_hash text,
  -- In each quota dimension, in the order of their list.
  charges integer[]
);
