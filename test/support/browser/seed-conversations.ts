import type { Database } from '#adapters/postgres/database/database.ts';

interface Seed {
  readonly title: string;
  /** Questions and answers in turn. */
  readonly texts?: readonly string[];
  readonly daysAgo?: number;
}

/** Stores conversations as they are after their answers, newest first, and returns their ids. */
export async function seedConversations(
  database: Database,
  owner: { readonly clientId: number; readonly userId: string },
  seeds: readonly Seed[],
): Promise<readonly string[]> {
  const ids: string[] = [];
  for (const [place, { title, texts = ['A question', 'An answer'], daysAgo = 0 }] of seeds.entries()) {
    const id = crypto.randomUUID();
    ids.push(id);
    await database.query(
      `insert into conversations (client_id, id, external_user_id, agent_slug, title, next_seq, message_count,
         created_at, updated_at, last_message_at)
       select $1, $2, $3, 'assistant', $4, $5 + 1, $5, at, at, at
       from (select now() - make_interval(days => $6, secs => $7)) as moment (at)`,
      [owner.clientId, id, owner.userId, title, texts.length, daysAgo, place],
    );
    await database.query(
      `insert into messages (client_id, conversation_id, seq, id, role, content, status, reply_to)
       select $1, $2, place, md5($4 || place)::uuid, case place % 2 when 1 then 'user' else 'assistant' end, content,
         'complete', case place % 2 when 0 then md5($4 || (place - 1))::uuid end
       from unnest($3::text[]) with ordinality as given (content, place)`,
      [owner.clientId, id, [...texts], id],
    );
  }
  return ids;
}
