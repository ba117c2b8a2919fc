import { randomUUID } from 'node:crypto';
import type { Hosted, Tenant } from '../world/hosted.ts';

/** Stores a finished conversation of a signed-in user, questions and answers in turn; returns its uuid. */
export async function storeConversation(
  hosted: Hosted,
  tenant: Tenant,
  hostedUserId: string,
  texts: readonly string[],
): Promise<string> {
  const { database } = hosted.api;
  const conversation = randomUUID();
  await database.query(
    `insert into conversations (client_id, id, external_user_id, agent_slug, title, next_seq, message_count)
     values ($1, $2, $3, 'assistant', 'A long conversation', $4::integer + 1, $4)`,
    [tenant.client.id, conversation, `hu:${hostedUserId}`, texts.length],
  );
  const ids = texts.map(() => randomUUID());
  const questions = ids.map((_, place) => (place % 2 === 1 ? ids[place - 1] : null));
  await database.query(
    `insert into messages (client_id, conversation_id, seq, id, role, content, status, reply_to)
     select $1, $2, m.seq, m.id, case when m.seq % 2 = 1 then 'user' else 'assistant' end, m.content, 'complete', m.question
     from unnest($3::uuid[], $4::text[], $5::uuid[]) with ordinality m(id, content, question, seq)`,
    [tenant.client.id, conversation, ids, texts, questions],
  );
  return conversation;
}
