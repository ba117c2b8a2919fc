import type { Database } from '#adapters/postgres/database/database.ts';
import type { PostgresTurnStore } from '#adapters/postgres/turns/turn-store.ts';
import type { Client } from '#core/clients/client.ts';
import { answeredTurn, ownerIn, type StartedTurn } from '../world/factories.ts';

/** Words that stand in one place each, so that a search finds where one was left. */
const wordsOf = (userId: string) => ({
  question: `question-of-${userId}`,
  answer: `answer-of-${userId}`,
  title: `title-of-${userId}`,
  comment: `comment-of-${userId}`,
  key: `key-of-${userId}`,
  fact: `fact-of-${userId}`,
  page: `page-of-${userId}`,
  step: `step-of-${userId}`,
  asked: `asked-of-${userId}`,
});

/** Conversations, feedback, keys, facts, calls of tools and counts of a user, in every table that can hold them. */
export async function storePerson(
  { database, turns }: { readonly database: Database; readonly turns: PostgresTurnStore },
  client: Client,
  userId: string,
  conversations = 2,
): Promise<readonly StartedTurn[]> {
  const words = wordsOf(userId);
  const stored: StartedTurn[] = [];
  for (let nth = 0; nth < conversations; nth += 1) {
    const more = {
      prompt: words.question,
      title: words.title,
      idempotencyKey: `${words.key}-${crypto.randomUUID()}`,
      requestHash: `hash-of-${userId}`,
      context: { facts: { name: words.fact }, page: { title: words.page } },
    };
    const turn = await answeredTurn(turns, client, ownerIn(client, userId), more, words.answer);
    await database.query(
      `update messages set rating = 'up', comment = $2 where turn_id = $1 and role = 'assistant'`,
      [turn.turnId, words.comment],
    );
    await database.query(
      `insert into turn_output (client_id, turn_id, attempt, byte_offset, text) values ($1, $2, 1, 0, $3)`,
      [client.id, turn.turnId, words.answer],
    );
    await database.query(
      `insert into turn_steps (client_id, conversation_id, turn_id, step, origin, text, native)
       values ($1, $2, $3, 1, 'demo/parley-docs', $4, $4)`,
      [client.id, turn.conversationId, turn.turnId, words.step],
    );
    await database.query(
      `insert into tool_calls (client_id, conversation_id, turn_id, step, place, id, model_call_id, name, label, status,
         sends, arguments, result, is_error, question)
       values ($1, $2, $3, 1, 1, gen_random_uuid(), 'call_1', 'shop_cancel_order', 'Cancels an order', 'done', 1, $4, $4,
         false, $4)`,
      [client.id, turn.conversationId, turn.turnId, words.asked],
    );
    stored.push(turn);
  }
  return stored;
}
