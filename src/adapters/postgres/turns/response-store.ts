import type { Owner } from '#core/identity/caller.ts';
import type { ResponseStore } from '#core/openai/response-store.ts';
import { leastIdAt } from '#core/shared/new-id.ts';
import type { ResponseRequestFacts } from '#core/turn/admission/admission.ts';
import type { TurnRecord } from '#core/turn/turn.ts';
import { camelRow } from '../database/camel-rows.ts';
import type { Database } from '../database/database.ts';
import { decodeText } from '../database/text-coding.ts';

/** The ids of a turn and of its answer are made one after the other, so their times differ by hardly anything. */
const madeWithinMs = 250;

export class PostgresResponseStore implements ResponseStore {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /** By the turns of that moment: an index of the messages by id would be written with every message. */
  async answersOf(
    owner: Owner,
    messageIds: readonly string[],
    mostBytes: number,
  ): Promise<ReadonlyMap<string, string> | null> {
    if (messageIds.length === 0) return new Map();
    const rows = await this.#database.query<{ id: string; content: string | null }>(answersSql, [
      owner.clientId,
      owner.userId,
      messageIds,
      messageIds.map((id) => leastIdAt(momentOf(id) - madeWithinMs)),
      messageIds.map((id) => leastIdAt(momentOf(id) + 1)),
      mostBytes,
    ]);
    const answers = new Map<string, string>();
    for (const { id, content } of rows) {
      if (content === null) return null;
      answers.set(id, decodeText(content));
    }
    return answers;
  }

  async requestOf(
    { clientId, userId }: Owner,
    { id, conversationId }: Pick<TurnRecord, 'id' | 'conversationId'>,
  ): Promise<ResponseRequestFacts | null> {
    const values = [clientId, userId, conversationId, id];
    const row = await camelRow<RequestRow>(this.#database, requestSql, values);
    if (row === null) return null;
    const { instructions, metadata, ...rest } = row;
    return { ...rest, instructions: decodeText(instructions), metadata: JSON.parse(metadata) };
  }
}

interface RequestRow {
  readonly instructions: string;
  readonly maxTokens: number | null;
  readonly previousTurnId: string | null;
  readonly metadata: string;
  readonly askedBytes: number;
}

const requestSql = `
  select r.instructions, r.max_tokens, r.previous_turn_id, r.metadata, r.asked_bytes
  from response_requests r
  join conversations v on v.client_id = r.client_id and v.id = r.conversation_id
  where v.client_id = $1 and v.external_user_id = $2 and v.id = $3 and r.turn_id = $4`;

const answersSql = `
  select a.id, case when sum(octet_length(m.content)) over () <= $6 then m.content end as content
  from unnest($3::uuid[], $4::uuid[], $5::uuid[]) a(id, first, last)
  cross join lateral (select * from turns t where t.client_id = $1 and t.id >= a.first and t.id < a.last offset 0) t
  join messages m on m.client_id = t.client_id and m.conversation_id = t.conversation_id and m.seq = t.answer_seq
    and m.id = a.id
  where t.message_id = a.id and t.external_user_id = $2 and m.content <> ''`;

/** Milliseconds since 1970, from the first 48 bits. */
function momentOf(id: string): number {
  return Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16);
}
