import type { HeldTable, PersonErasure } from './held-table.ts';
import { endedTurnsOf } from './turns-of-person.ts';

const inTheirConversations: PersonErasure = {
  kind: 'delete',
  rows: `(x.client_id, x.conversation_id) in (select v.client_id, v.id from conversations v
    where v.client_id = $1 and v.external_user_id = $2)`,
};

/** What was said in conversations, which an erasure removes first. */
export const tablesWithTexts: readonly HeldTable[] = [
  {
    table: 'turn_output',
    holds: 'the text of running answers so far',
    lasts: 'until the answer is stored',
    people: ['text'],
    others: ['turn_id'],
    ofClient: true,
    erasure: {
      kind: 'delete',
      rows: `(x.client_id, x.turn_id) in (select t.client_id, t.id from turns t where ${endedTurnsOf('$2')})`,
    },
  },
  {
    table: 'messages',
    holds: 'questions, answers and feedback',
    lasts:
      'until the conversation is deleted, by its user or by `retention_days`; 30 days where it is not listed',
    people: ['content', 'rating', 'comment'],
    others: ['conversation_id', 'id', 'role', 'status', 'reply_to', 'replaces', 'turn_id'],
    ofClient: true,
    erasure: inTheirConversations,
  },
  {
    table: 'response_requests',
    holds: 'instructions and metadata of requests for responses',
    lasts: 'as long as their conversation',
    people: ['instructions', 'metadata'],
    others: ['conversation_id', 'turn_id', 'previous_turn_id'],
    ofClient: true,
    erasure: inTheirConversations,
  },
];
