import type { Owner } from '#core/identity/caller.ts';
import type { FirstAnswered, TitleStore } from '#core/turn/title-writer.ts';
import type { Queryable } from '../database/database.ts';
import { decodeText, encodeText } from '../database/text-coding.ts';
import { owned } from './conversation-sql.ts';

const firstAnsweredSql = `
  select c.title, q.content
  from conversations c
  cross join lateral (select m.content from messages m
    where m.client_id = c.client_id and m.conversation_id = c.id and m.role = 'user' order by m.seq limit 1) q
  where ${owned} and (select count(*) from (select from messages m
    where m.client_id = c.client_id and m.conversation_id = c.id and m.role = 'assistant' and m.status = 'complete'
    limit 2) complete) = 1`;

const retitleSql = `
  update conversations c set title = $5, updated_at = now() where ${owned} and c.title = $4 returning c.id`;

export class PostgresTitleStore implements TitleStore {
  readonly #database: Queryable;

  constructor(database: Queryable) {
    this.#database = database;
  }

  async firstAnswered({ clientId, userId }: Owner, conversationId: string): Promise<FirstAnswered | null> {
    const [row] = await this.#database.query<{ title: string; content: string }>(firstAnsweredSql, [
      clientId,
      userId,
      conversationId,
    ]);
    return row === undefined
      ? null
      : { title: decodeText(row.title), firstQuestion: decodeText(row.content) };
  }

  async retitle(
    { clientId, userId }: Owner,
    conversationId: string,
    from: string,
    to: string,
  ): Promise<boolean> {
    const values = [clientId, userId, conversationId, encodeText(from), encodeText(to)];
    return (await this.#database.query(retitleSql, values)).length > 0;
  }
}
