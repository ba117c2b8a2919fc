-- In a transaction of its own, so that the columns before it lock the table for a moment only.
create index conversations_archived on conversations (client_id, external_user_id, last_message_at desc, id desc)
  where archived;
