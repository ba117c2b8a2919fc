-- Deletes a conversation of this owner with its messages, and cancels what is under way in it. Answers the turns
-- that run, which their processes have to stop, or null when the owner has no such conversation.
create function delete_conversation(p_client integer, p_user text, p_conversation uuid) returns uuid[]
language plpgsql as $$
declare
  v_days    date[];
  v_running uuid[];
begin
  perform 1 from conversations
    where client_id = p_client and id = p_conversation and external_user_id = p_user;
  if not found then return null; end if;
  -- Cancelling may give usage back, and usage is locked before conversations.
  select array_agg(distinct charge_day) into v_days from turns
    where client_id = p_client and conversation_id = p_conversation and (state = 'running' or state = 'queued');
  perform 1 from usage_clients where client_id = p_client and day = any (v_days) order by day for update;
  perform 1 from usage_users
    where client_id = p_client and day = any (v_days) and external_user_id = p_user order by day for update;
  perform 1 from conversations where client_id = p_client and id = p_conversation for update;
  if not found then return null; end if;
  perform cancel_conversation(p_client, p_conversation, 'conversation_not_found');
  select coalesce(array_agg(id), '{}') into v_running from turns
    where client_id = p_client and conversation_id = p_conversation and state = 'running';
  delete from conversations where client_id = p_client and id = p_conversation;
  return v_running;
end $$;
