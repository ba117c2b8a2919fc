-- The last messages before p_before, newest first, as many as fit into p_bytes: without questions that still wait,
-- and with only the latest of several answers to one question, because no prompt uses the others. The size of a
-- message is known without reading it.
create or replace function history_within(p_client integer, p_conversation uuid, p_before integer, p_bytes bigint)
returns json language sql stable as $$
  select coalesce(json_agg(json_build_object('id', id, 'role', role, 'content', content, 'reply_to', reply_to)
      order by seq desc), '[]')
  from (
    select *, sum(octet_length(content)) over (order by seq desc) as bytes_so_far
    from (
      select id, role, content, reply_to, seq,
        row_number() over (partition by role, case when role = 'assistant' then coalesce(reply_to, id) else id end
          order by seq desc) as version
      from (
        select id, role, content, reply_to, seq from messages
        where client_id = p_client and conversation_id = p_conversation and seq < p_before and content <> ''
          and seq <> all (array(select user_seq from turns where client_id = p_client
            and conversation_id = p_conversation and state = 'queued' and not retry))
        order by seq desc limit 200
      ) m
    ) v where version = 1
  ) s where bytes_so_far <= p_bytes
$$;

-- As much history as the widest model of any process can use. A process of 0.1.0 does not report how much that is.
create or replace function history_of(p_client integer, p_conversation uuid, p_before integer) returns json
language sql stable as $$
  select history_within(p_client, p_conversation, p_before,
    coalesce((select max(coalesce(history_bytes, 4194304)) from processes), 4194304))
$$;
