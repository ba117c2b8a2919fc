-- The parts of a conversation before p_before that are not set aside, newest first; each begins with a message. They
-- are read part by part, because thousands of messages may be set aside between two of them.
create or replace function live_parts(p_set_aside int4multirange, p_before integer, p_most integer)
returns table (first_seq integer, behind_seq integer) language sql immutable as $$
  select lower(part), upper(part) from unnest(int4multirange(int4range(1, p_before)) - p_set_aside) part
  order by part desc limit p_most
$$;

-- The last messages before p_before, newest first, as many as fit into p_bytes: without what is set aside, without
-- questions that still wait, and with only the latest of several answers to one question, because no prompt uses the
-- others. The size of a message is known without reading it. Of 200 messages that were found, those of the oldest fifty
-- places that are not whole are left out, so that many turns in a row read from the same message on; with what comes
-- before each message from there, a prompt leaves out the same messages in all of these turns.
create or replace function history_within(p_client integer, p_conversation uuid, p_before integer, p_bytes bigint)
returns json language sql stable as $$
  select coalesce(json_agg(json_build_object('id', id, 'role', role, 'content', content, 'reply_to', reply_to,
      'messages_before', messages_before, 'bytes_before', bytes_before) order by seq desc), '[]')
  from (
    select *, sum(octet_length(content)) over (order by seq desc) as bytes_so_far,
      row_number() over (order by seq) - 1 as messages_before,
      coalesce(sum(octet_length(content)) over (order by seq rows between unbounded preceding and 1 preceding), 0)
        as bytes_before
    from (
      select id, role, content, reply_to, seq,
        row_number() over (partition by role, case when role = 'assistant' then coalesce(reply_to, id) else id end
          order by seq desc) as version,
        count(*) over () as found, min(seq) over () as oldest
      from (
        select n.id, n.role, n.content, n.reply_to, n.seq
        from conversations c
        -- One part more than messages, because the questions that wait may be a part of their own.
        cross join lateral live_parts(c.set_aside, p_before, 201) p
        cross join lateral (
          select m.id, m.role, m.content, m.reply_to, m.seq from messages m
          where m.client_id = p_client and m.conversation_id = p_conversation and m.content <> ''
            and m.seq >= p.first_seq and m.seq < p.behind_seq
            and m.seq <> all (array(select user_seq from turns where client_id = p_client
              and conversation_id = p_conversation and state = 'queued' and not retry))
          order by m.seq desc limit 200) n
        where c.client_id = p_client and c.id = p_conversation
        order by n.seq desc limit 200
      ) m
    ) v where version = 1 and (found < 200 or seq > (oldest + 48) / 50 * 50)
  ) s where bytes_so_far <= p_bytes
$$;

-- As much history as the widest model of any process can use. A process of 0.1.0 does not report how much that is.
create or replace function history_of(p_client integer, p_conversation uuid, p_before integer) returns json
language sql stable as $$
  select history_within(p_client, p_conversation, p_before,
    coalesce((select max(coalesce(history_bytes, 4194304)) from processes), 4194304))
$$;
