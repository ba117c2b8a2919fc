import type { ListPosition } from '#core/conversations/conversation-store.ts';
import { actionsColumn, stepsColumn } from '../turns/shown-calls.ts';
import { markSql } from '../turns/turn-record.ts';
import { conversationColumns } from './conversation-rows.ts';

/**
 * The statements of the conversation store. $1 and $2 are the owner, $3 is the conversation unless noted otherwise.
 */
export const owned = 'c.client_id = $1 and c.external_user_id = $2 and c.id = $3';

/** The conversations of a list: $3, $4 are the position, $5 is the agent, or null for any. */
export const listable = `
  c.client_id = $1 and c.external_user_id = $2 and (c.last_message_at, c.id) < ($3::timestamptz, $4::uuid)
    and ($5::text is null or c.agent_slug = $5)
    and not exists (select from unlisted_conversations u where u.client_id = c.client_id and u.conversation_id = c.id)`;

/** The microseconds of the last message of `c`, which a position names. */
export const microsColumn = '(extract(epoch from c.last_message_at) * 1000000)::bigint as micros';

/**
 * One statement for the first page and every other, so that a distant page costs what the first one does. The flag is
 * a part of the text, because a plan for any value could not use the index of archived or pinned ones.
 */
const listSql = (flag: string) => `
  select ${conversationColumns}, ${microsColumn} from conversations c
  where ${listable} and ${flag}
  order by c.last_message_at desc, c.id desc
  limit $6`;

export const listListedSql = listSql('not c.archived');
export const listArchivedSql = listSql('c.archived');
export const listPinnedSql = listSql('c.pinned and not c.archived');

/**
 * A conversation's row changes with every question, answer, title, flag and rating, and its turns when one of them
 * begins, waits again, or ends.
 */
const stateColumns = `
    concat_ws(' ', c.revision, c.next_seq, c.message_count, extract(epoch from c.updated_at), hashtext(c.title),
      (select string_agg(concat_ws(' ', t.id, t.state, t.attempt), ' ' order by t.answer_seq) from turns t
        where t.client_id = c.client_id and t.conversation_id = c.id
          and (t.state = 'running' or t.state = 'queued'))) as version,
    coalesce((select max(${markSql}) from turns t
      where t.client_id = c.client_id and t.conversation_id = c.id and t.state = 'running'), 0) as text_bytes`;

/** $1 to $3: clients, end users and conversations. Each is found by its key, whatever the size of the tables. */
export const pollSql = `
  select a.place, l.version, l.text_bytes, l.agent_slug, l.client_version
  from unnest($1::integer[], $2::text[], $3::uuid[]) with ordinality a(client_id, user_id, id, place)
  cross join lateral (
    select ${stateColumns}, c.agent_slug, o.version as client_version
    from conversations c join clients o on o.id = c.client_id
    where c.client_id = a.client_id and c.external_user_id = a.user_id and c.id = a.id offset 0) l`;

/**
 * One statement reads one snapshot: an answer is either still a turn or already a message, never both or neither. `or`
 * instead of `in` lets PostgreSQL use the two partial indexes of turns. $7: whether the messages that are set aside are
 * read, too; a turn whose answer will be is never the active one. The sizes are those of the text that `history_of`
 * gives a prompt. A page ends early, with null content, once the newer messages have $6 bytes, because a reader may ask
 * for a hundred pages at once.
 */
export const readSql = `
  select ${conversationColumns}, ${stateColumns},
    coalesce(
      (select t.id from turns t
        where t.client_id = c.client_id and t.conversation_id = c.id and t.state = 'running'
          and not t.answer_seq <@ c.set_aside),
      (select t.id from turns t
        where t.client_id = c.client_id and t.conversation_id = c.id and t.state = 'queued'
          and not t.answer_seq <@ c.set_aside
        order by t.user_seq limit 1)) as active_turn_id,
    (select coalesce(json_agg(page order by page.seq desc), '[]') from (
      select n.seq, n.id, n.role, n.status, n.is_generated, n.deep_dive, n.reply_to, n.replaces, n.rating, n.comment, n.created_at,
        n.citations, n.links, ${stepsColumn} as steps, ${actionsColumn} as actions, case when $7 then n.seq <@ c.set_aside end as set_aside, case when coalesce(sum(octet_length(n.content) + coalesce(octet_length(n.citations::text), 0)) over newer, 0) < $6 then n.content end as content
      from (
        (select m.seq, m.id, m.role, m.content, m.status, m.role = 'assistant' and m.turn_id is not null as is_generated,
            m.deep_dive, m.reply_to, m.replaces, m.rating, m.comment, m.created_at, m.turn_id, m.citations, m.links
          from live_parts(case when $7 then '{}' else c.set_aside end, $4, $5) p
          cross join lateral (select * from messages m
            where m.client_id = c.client_id and m.conversation_id = c.id and m.seq >= p.first_seq
              and m.seq < p.behind_seq
            order by m.seq desc limit $5) m
          order by m.seq desc limit $5)
        union all
        select t.answer_seq, t.message_id, 'assistant',
          coalesce((select string_agg(o.text, '' order by o.byte_offset) from turn_output o
            where o.client_id = t.client_id and o.turn_id = t.id and o.attempt = t.attempt), ''),
          'streaming', true, t.deep_dive, t.user_message_id, null, null, null, t.created_at, t.id, null, null
          from turns t
          where t.client_id = c.client_id and t.conversation_id = c.id
            and (t.state = 'running' or t.state = 'queued') and t.answer_seq < $4
            and ($7 or not t.answer_seq <@ c.set_aside)
        order by 1 desc limit $5) n
      window newer as (order by n.seq desc rows between unbounded preceding and 1 preceding)) page) as messages,
    (select coalesce(json_agg(json_build_object('role', s.role, 'reply_to', s.reply_to, 'bytes', s.bytes)
        order by s.seq desc), '[]')
      from (select m.seq, m.role, m.reply_to, m.bytes
        from live_parts(c.set_aside, c.next_seq, 200) p
        cross join lateral (select m.seq, m.role, m.reply_to, octet_length(m.content) as bytes from messages m
          where m.client_id = c.client_id and m.conversation_id = c.id and m.content <> ''
            and m.seq >= p.first_seq and m.seq < p.behind_seq
          order by m.seq desc limit 200) m
        order by m.seq desc limit 200) s) as sizes
  from conversations c
  where ${owned}`;

/** $4 to $6: title and flags; null leaves one unchanged. */
export const updateSql = `
  update conversations c set title = coalesce($4, c.title), pinned = coalesce($5, c.pinned),
    archived = coalesce($6, c.archived), revision = c.revision + 1, updated_at = now()
  where ${owned} returning ${conversationColumns}`;

/**
 * $4: whether waiting turns are refunded. The database decides whether the client is notified: the copy of the client
 * that a process has may be older than its first event.
 */
export const deleteSql = `
  with deleted as materialized (select delete_owned_conversation($1, $2, $3, $4) as running)
  select d.running, (select record_events(array[$1::integer], array['conversation.deleted'], array[$2::text],
      array[jsonb_build_object('conversation_uuid', $3::uuid)]) where d.running is not null)
  from deleted d`;

/** $3: until when, or null for now; $4: how many. */
export const begunUntilSql = `
  select c.id, coalesce($3::timestamptz, now())::text as until from conversations c
  where c.client_id = $1 and c.external_user_id = $2 and c.created_at <= coalesce($3::timestamptz, now())
  order by c.last_message_at desc, c.id desc limit $4`;

/**
 * $4: the message, or null for the last answer that is not set aside; $5, $6: rating and comment. A stored answer has
 * ended; an imported one has no turn. The conversation is locked before the message, as a deletion
 * does.
 */
export const rateSql = `
  with conversation as (select c.id, c.set_aside from conversations c where ${owned} for no key update),
  answer as (
    select m.seq from messages m join conversation on conversation.id = m.conversation_id
    where m.client_id = $1 and m.role = 'assistant' and m.turn_id is not null and m.content <> ''
      and case when $4::uuid is null then not m.seq <@ conversation.set_aside else m.id = $4 end
    order by m.seq desc limit 1),
  rated as (
    update messages m set rating = $5, comment = $6 from answer
    where m.client_id = $1 and m.conversation_id = $3 and m.seq = answer.seq
    returning m.id),
  revised as (
    update conversations c set revision = c.revision + 1 where ${owned} and exists (select from rated))
  select exists (select from conversation) as owned, (select id from rated) as message_id,
    (select record_events(array[$1::integer], array['feedback.saved'], array[$2::text],
      array[jsonb_build_object('conversation_uuid', $3::uuid, 'message_uuid', r.id, 'rating', $5::text)])
      from rated r)`;

const highestId = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

/** Time and id after which a page begins; without a position, before everything. */
export function positionValues(after: ListPosition | null): readonly [string, string] {
  return after === null ? ['infinity', highestId] : [timestampOf(after), after.id];
}

/** The position of a row that was read with `microsColumn`. */
export function positionOf({ micros, id }: { readonly micros: number; readonly id: string }): ListPosition {
  return { lastMessageMicros: micros, id };
}

/** A Date holds milliseconds only; the last three digits are the microseconds. */
function timestampOf({ lastMessageMicros }: ListPosition): string {
  const milliseconds = new Date(Math.floor(lastMessageMicros / 1000)).toISOString().slice(0, -1);
  return `${milliseconds}${String(lastMessageMicros % 1000).padStart(3, '0')}Z`;
}
