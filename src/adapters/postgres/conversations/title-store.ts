import type { Owner } from '#core/identity/caller.ts';
import type { CountedCall } from '#core/models/counted-call.ts';
import type { BegunTitleCall, FirstAnswered, TitleStore } from '#core/turn/title-writer.ts';
import type { Queryable } from '../database/database.ts';
import { decodeText, encodeText } from '../database/text-coding.ts';
import { describeCall } from '../turns/turn-calls.ts';
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

const callBeginsSql = 'select utc_day() as day, enter_calls($1, $2, $3) as entered';

const callEndedSql = 'select enter_calls($1, $2, $3) as entered';

const unknown = { kind: 'title', outcome: 'unknown' } as const;

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

  async callBegins({ clientId, agentSlug, model }: Omit<BegunTitleCall, 'day'>): Promise<BegunTitleCall> {
    const [row] = await this.#database.query<{ day: string }>(callBeginsSql, [
      clientId,
      agentSlug,
      JSON.stringify([{ ...unknown, model, ms_ago: 0 }]),
    ]);
    if (row === undefined) throw new Error('The call of a title was not entered');
    return { clientId, agentSlug, model, day: row.day };
  }

  /** Takes back what was entered at the beginning, on the same day. */
  async callEnded(begun: BegunTitleCall, ended: CountedCall | null): Promise<void> {
    const { clientId, agentSlug, model, day } = begun;
    const calls = [
      { ...unknown, model, day, calls: -1 },
      ...(ended === null ? [] : [{ ...describeCall(ended), day }]),
    ];
    await this.#database.query(callEndedSql, [clientId, agentSlug, JSON.stringify(calls)]);
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
