import type {
  ConversationSearch,
  SearchedPart,
  SearchHit,
  SearchQuery,
} from '#core/conversations/search-store.ts';
import type { Owner } from '#core/identity/caller.ts';
import { OneAtATime } from '#core/shared/one-at-a-time.ts';
import type { Queryable } from '../database/database.ts';
import { isTimeout } from '../database/database-errors.ts';
import { decodeText, encodeText } from '../database/text-coding.ts';
import { type ConversationRow, conversationColumns, conversationOf } from './conversation-rows.ts';
import { listable, microsColumn, positionOf, positionValues } from './conversation-sql.ts';

/** Characters of a snippet, and how many of them stand before the first word. */
const snippet = { characters: 160, before: 40 };

interface SearchRow extends ConversationRow {
  readonly micros: number;
  readonly is_hit: boolean;
  readonly message_id: string | null;
  readonly snippet: string | null;
}

/**
 * Searches on connections whose statements may not take long: $1 to $7 are the owner, the position, the agent, the
 * flag, the number of conversations, and $8 the patterns. There is no index on texts, so it reads every message of the
 * owner until it has found enough. Each owner has one search at a time, so that no owner takes the few connections from
 * all others.
 */
export class PostgresConversationSearch implements ConversationSearch {
  readonly #database: Queryable;
  readonly #reads = new OneAtATime();

  constructor(database: Queryable) {
    this.#database = database;
  }

  async read(owner: Owner, query: SearchQuery): Promise<SearchedPart | null> {
    try {
      return await this.#search(searchSql, owner, query);
    } catch (error) {
      if (isTimeout(error)) return null;
      throw error;
    }
  }

  readTitles(owner: Owner, query: SearchQuery): Promise<SearchedPart> {
    return this.#search(searchTitlesSql, owner, query);
  }

  async #search(sql: string, owner: Owner, query: SearchQuery): Promise<SearchedPart> {
    const values = [
      owner.clientId,
      owner.userId,
      ...positionValues(query.after),
      query.agentSlug,
      query.archived,
      query.count,
      query.patterns.map(encodeText),
    ];
    const key = [owner.clientId, owner.userId].join(' ');
    const rows = await this.#reads.run(key, () => this.#database.query<SearchRow>(sql, values));
    const last = rows.at(-1);
    return {
      hits: rows.filter(({ is_hit }) => is_hit).map(hitOf),
      read: rows.length,
      end: last === undefined || rows.length < query.count ? null : positionOf(last),
    };
  }
}

const pageSql = `
  select ${conversationColumns}, c.client_id, c.set_aside, ${microsColumn}
  from conversations c
  where ${listable} and ($6::boolean is null or c.archived = $6)
  order by c.last_message_at desc, c.id desc limit $7`;

const messagesSql = `
  from messages m where m.client_id = c.client_id and m.conversation_id = c.id and not m.seq <@ c.set_aside`;

/**
 * The longest word first, which is the rarest: without it, the others are not searched for. Each search ends with the
 * first message that it finds.
 */
const searchSql = `
  select ${conversationColumns}, c.micros, h.is_hit, coalesce(f.id, g.id) as message_id,
    substr(coalesce(f.content, g.content), greatest(1, p.place - ${snippet.before}), ${snippet.characters}) as snippet
  from (${pageSql}) c
  cross join lateral (select not exists (select from unnest($8::text[]) w(word)
    where c.title !~ w.word and not exists (select ${messagesSql} and m.content ~ w.word)) as is_hit offset 0) h
  left join lateral (
    select m.id, m.content ${messagesSql} and h.is_hit and m.content ~ all ($8) order by m.seq limit 1) f on true
  left join lateral (
    select m.id, m.content ${messagesSql} and h.is_hit and f.id is null and m.content ~ any ($8)
    order by m.seq limit 1) g on true
  left join lateral (
    select min(nullif(regexp_instr(coalesce(f.content, g.content), w.word), 0)) as place
    from unnest($8::text[]) w(word)) p on h.is_hit
  order by c.last_message_at desc, c.id desc`;

const searchTitlesSql = `
  select ${conversationColumns}, c.micros, c.title ~ all ($8::text[]) as is_hit, null as message_id, null as snippet
  from (${pageSql}) c order by c.last_message_at desc, c.id desc`;

function hitOf(row: SearchRow): SearchHit {
  const { message_id: messageId, snippet: text } = row;
  return {
    conversation: conversationOf(row),
    position: positionOf(row),
    match: messageId === null || text === null ? null : { messageId, snippet: decodeText(text) },
  };
}
