import type { TurnToStore } from '#core/turn/admission/turn-to-store.ts';
import type { Statement } from '../database/statement-group.ts';
import { encodeText } from '../database/text-coding.ts';

/** What requests for responses contain besides their messages. Other turns do not need this statement. */
export function responseRequests(turns: readonly TurnToStore[]): Statement[] {
  const rows = turns.flatMap(({ request: { owner, turnId, response }, conversationId }) =>
    response ? [{ clientId: owner.clientId, conversationId, turnId, ...response }] : [],
  );
  if (rows.length === 0) return [];
  const text = `insert into response_requests
      (client_id, conversation_id, turn_id, instructions, max_tokens, previous_turn_id, metadata, asked_bytes)
    select * from unnest($1::integer[], $2::uuid[], $3::uuid[], $4::text[], $5::integer[], $6::uuid[], $7::text[],
      $8::integer[])`;
  const values = [
    rows.map(({ clientId }) => clientId),
    rows.map((row) => row.conversationId),
    rows.map(({ turnId }) => turnId),
    rows.map(({ instructions }) => encodeText(instructions)),
    rows.map(({ maxTokens }) => maxTokens),
    rows.map(({ previousTurnId }) => previousTurnId),
    rows.map(({ metadata }) => JSON.stringify(metadata)),
    rows.map(({ askedBytes }) => askedBytes),
  ];
  return [{ text, values }];
}
