import { Type } from 'typebox';
import { strict } from '../chat.ts';
import type { Endpoint } from '../endpoint.ts';
import { rateHeaders } from '../headers.ts';
import { byUser, identity } from '../request-parts.ts';
import { ActionAnswer, ActionConfirmed, ActionDecision } from '../tools/actions.ts';

/** Calls of tools that write: a person decides about each. */
export const actionEndpoints = {
  getAction: {
    operation: 'getAction',
    summary: 'What a person is asked, and what became of it',
    description: 'The actions of an answer stand on its message, too.',
    method: 'GET',
    path: '/actions/:uuid',
    hosted: true,
    scope: 'chat',
    freshness: 'current',
    query: Type.Object(identity, strict),
    body: null,
    answers: { 200: ActionAnswer },
    errors: ['action_not_found'],
  },
  decideAction: {
    operation: 'decideAction',
    summary: 'Confirm or decline an action',
    description:
      'A confirmation begins a turn that costs no quota; it runs at once and is followed at `/jobs/{uuid}/stream`. The same decision again is answered as before, the other one is 409 `action_closed`, and so is every decision after 15 minutes, after another question of the conversation, and once the approval of the tool has changed. A key can confirm for its users. Name the end user in the query or in the body.',
    method: 'POST',
    path: '/actions/:uuid',
    hosted: true,
    scope: 'chat',
    freshness: 'cached',
    query: byUser,
    body: ActionDecision,
    answers: { 200: ActionAnswer, 202: ActionConfirmed },
    headers: ['Location', ...rateHeaders, 'Idempotent-Replayed'],
    errors: [
      'user_blocked',
      'agent_not_allowed',
      'conversation_not_found',
      'action_not_found',
      'action_closed',
      'conversation_busy',
      'rate_limited',
      'too_many_concurrent',
    ],
  },
} as const satisfies Record<string, Endpoint>;
