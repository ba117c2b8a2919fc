import { limits } from '#contract/limits.ts';
import type { UnansweredPage, UnansweredRow, UnansweredStore } from '#core/conversations/read-unanswered.ts';
import type { TimePlace } from '#core/conversations/time-place.ts';
import { camelRows } from '../database/camel-rows.ts';
import type { Queryable } from '../database/database.ts';
import { decodeText } from '../database/text-coding.ts';

const highestId = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

/** A row of the page; one without a message says that there is none. */
interface Row extends Omit<UnansweredRow, 'messageId'> {
  readonly isPrivate: boolean;
  readonly messageId: string | null;
  /** Texts of the newer ones. */
  readonly bytesBefore: number;
}

/** Questions of one client whose answers cite nothing. */
export class PostgresUnansweredStore implements UnansweredStore {
  readonly #database: Queryable;

  constructor(database: Queryable) {
    this.#database = database;
  }

  async list(
    clientId: number,
    agentSlug: string,
    after: TimePlace | null,
    limit: number,
  ): Promise<UnansweredPage | null> {
    const [atMs, id] = after ?? [null, highestId];
    const values = [clientId, atMs === null ? 'infinity' : new Date(atMs), id, agentSlug, limit + 1];
    const found = await camelRows<Row>(this.#database, listSql, values);
    if (found[0]?.isPrivate !== false) return null;
    const all = found.flatMap(({ messageId, ...row }) => (messageId === null ? [] : [{ ...row, messageId }]));
    const rows = all.slice(0, limit).filter(({ bytesBefore }) => bytesBefore < limits.messagePageBytes);
    return { rows: rows.map(decoded), hasMore: all.length > rows.length };
  }
}

/** One snapshot, in which either the tenant shows its conversations, or nothing of them is read. */
const listSql = `
  select o.conversations_private as is_private, f.*
  from clients o left join lateral (
    select n.*, coalesce(sum(coalesce(octet_length(n.question), 0) + octet_length(n.answer)) over newer, 0)::float8
        as bytes_before
    from (
      select u.conversation_id, u.message_id, c.external_user_id as user_id, q.content as question,
        m.content as answer, u.answered_at
      from unanswered u
        join messages m on m.client_id = u.client_id and m.conversation_id = u.conversation_id and m.seq = u.seq
        join conversations c on c.client_id = u.client_id and c.id = u.conversation_id
        left join turns t on t.client_id = u.client_id and t.id = m.turn_id
        left join messages q on q.client_id = u.client_id and q.conversation_id = u.conversation_id
          and q.seq = t.user_seq
      where u.client_id = o.id and u.agent_slug = $4 and (u.answered_at, u.message_id) < ($2::timestamptz, $3::uuid)
        and u.answered_at >= now() - interval '30 days'
      order by u.answered_at desc, u.message_id desc limit $5) n
    window newer as (order by n.answered_at desc, n.message_id desc
      rows between unbounded preceding and 1 preceding)) f
    on not o.conversations_private
  where o.id = $1
  order by f.answered_at desc, f.message_id desc`;

function decoded({
  isPrivate: _,
  bytesBefore: __,
  ...row
}: Row & { readonly messageId: string }): UnansweredRow {
  return { ...row, question: row.question && decodeText(row.question), answer: decodeText(row.answer) };
}
