import { randomUUID } from 'node:crypto';
import { inDatabase } from './fill-tables.ts';

/** Stores a finished conversation of a signed-in user of the client `bench`; returns its uuid. */
export async function fillChat(
  databaseUrl: string,
  email: string,
  title: string,
  texts: readonly string[],
): Promise<string> {
  const conversation = randomUUID();
  const ids = texts.map(() => randomUUID());
  const questions = ids.map((_, nth) => (nth % 2 === 1 ? ids[nth - 1] : null));
  await inDatabase(databaseUrl, async (client) => {
    await client.query(INSERT_CONVERSATION, [email, conversation, title, texts.length]);
    await client.query(INSERT_MESSAGES, [email, conversation, ids, texts, questions]);
  });
  return conversation;
}

const INSERT_CONVERSATION = `
  insert into conversations (client_id, id, external_user_id, agent_slug, title, next_seq, message_count)
  select client_id, $2, 'hu:' || id, 'assistant', $3, $4::integer + 1, $4 from hosted_users where email = $1`;

const INSERT_MESSAGES = `
  insert into messages (client_id, conversation_id, seq, id, role, content, status, reply_to)
  select u.client_id, $2, m.seq, m.id, case when m.seq % 2 = 1 then 'user' else 'assistant' end, m.content,
    'complete', m.question
  from hosted_users u, unnest($3::uuid[], $4::text[], $5::uuid[]) with ordinality m(id, content, question, seq)
  where u.email = $1`;
