-- Few conversations are pinned, and the chat page reads them apart from its first page of the list.
create index conversations_pinned on conversations (client_id, external_user_id, last_message_at desc, id desc)
  where pinned;
