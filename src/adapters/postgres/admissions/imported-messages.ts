import type { TurnToStore } from '#core/turn/admission/turn-to-store.ts';
import { encodeText } from '../database/text-coding.ts';

const types = ['integer', 'uuid', 'integer', 'uuid', 'text', 'text', 'uuid'];
export const importParameters = types.length;

/** A part of the statement that stores the turns: earlier messages of new conversations, without a turn. */
export function imported(firstParameter: number): string {
  const arrays = types.map((type, index) => `$${firstParameter + index}::${type}[]`).join(', ');
  return `imported as (
    insert into messages (client_id, conversation_id, seq, id, role, content, status, reply_to)
      select client_id, conversation_id, seq, id, role, content, 'complete', reply_to
      from unnest(${arrays}) i(client_id, conversation_id, seq, id, role, content, reply_to)
  )`;
}

export function importValues(turns: readonly TurnToStore[]): readonly unknown[] {
  const rows = turns.flatMap(({ request, conversationId }) =>
    request.imported.map(({ id, role, content, replyTo }, index) => [
      request.owner.clientId,
      conversationId,
      index + 1,
      id,
      role,
      encodeText(content),
      replyTo,
    ]),
  );
  return rows.length > 0 ? types.map((_, column) => rows.map((row) => row[column])) : [];
}
