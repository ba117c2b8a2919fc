import { limits } from '#contract/limits.ts';
import type {
  RatedAnswerRow,
  RatedPage,
  RatingFilter,
  RatingStore,
} from '#core/conversations/read-ratings.ts';
import type { TimePlace } from '#core/conversations/time-place.ts';
import { camelRows } from '../database/camel-rows.ts';
import type { Queryable } from '../database/database.ts';
import type { Statement } from '../database/statement-group.ts';
import { decodeText } from '../database/text-coding.ts';

const highestId = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

/** A row of the page; one without an id says that there is none. */
interface Row extends Omit<RatedAnswerRow, 'id'> {
  readonly isPrivate: boolean;
  readonly id: string | null;
  /** Texts of the newer ones. */
  readonly bytesBefore: number;
}

/** Rated answers of one client. A list reads as many rows of an index as it shows, in its order. */
export class PostgresRatingStore implements RatingStore {
  readonly #database: Queryable;

  constructor(database: Queryable) {
    this.#database = database;
  }

  async list(
    clientId: number,
    filter: RatingFilter,
    after: TimePlace | null,
    limit: number,
  ): Promise<RatedPage | null> {
    const { text, values } = ratingStatement(clientId, filter, after, limit);
    const found = await camelRows<Row>(this.#database, text, values);
    if (found[0]?.isPrivate !== false) return null;
    const all = found.flatMap(({ id, ...row }) => (id === null ? [] : [{ ...row, id }]));
    const rows = all.slice(0, limit).filter(({ bytesBefore }) => bytesBefore < limits.messagePageBytes);
    return { rows: rows.map(decoded), hasMore: all.length > rows.length };
  }
}

export function ratingStatement(
  clientId: number,
  { rating, agentSlug, since, until }: RatingFilter,
  after: TimePlace | null,
  limit: number,
): Statement {
  const [atMs, id] = after ?? [null, highestId];
  const at = atMs === null ? 'infinity' : new Date(atMs);
  const values = [clientId, at, id, since ?? '-infinity', until ?? 'infinity', limit + 1, rating, agentSlug];
  return { text: listSql, values };
}

/**
 * One snapshot, in which either the tenant shows its conversations, or nothing of them is read. A turn names its question,
 * and stays when it is repeated.
 */
const listSql = `
  select o.conversations_private as is_private, f.*
  from clients o left join lateral (
    select n.*, coalesce(sum(coalesce(octet_length(n.question), 0) + octet_length(n.answer)) over newer, 0)::float8
        as bytes_before
    from (
      select r.id, m.rating, m.comment, r.conversation_id, m.id as message_id, c.external_user_id as user_id,
        r.agent_slug, t.guidance_version, q.content as question, m.content as answer, r.rated_at
      from ratings r
        join messages m on m.client_id = r.client_id and m.conversation_id = r.conversation_id and m.seq = r.seq
          and m.rating = r.rating
        join conversations c on c.client_id = r.client_id and c.id = r.conversation_id
        left join turns t on t.client_id = r.client_id and t.id = m.turn_id
        left join messages q on q.client_id = r.client_id and q.conversation_id = r.conversation_id
          and q.seq = t.user_seq
      where r.client_id = o.id and (r.rated_at, r.id) < ($2::timestamptz, $3::uuid)
        and r.rated_at >= $4::timestamptz and r.rated_at < $5::timestamptz
        and ($7::text is null or r.rating = $7) and ($8::text is null or r.agent_slug = $8)
      order by r.rated_at desc, r.id desc limit $6) n
    window newer as (order by n.rated_at desc, n.id desc rows between unbounded preceding and 1 preceding)) f
    on not o.conversations_private
  where o.id = $1
  order by f.rated_at desc, f.id desc`;

function decoded({ isPrivate: _, bytesBefore: __, ...row }: Row & { readonly id: string }): RatedAnswerRow {
  return {
    ...row,
    comment: row.comment && decodeText(row.comment),
    question: row.question && decodeText(row.question),
    answer: decodeText(row.answer),
  };
}
