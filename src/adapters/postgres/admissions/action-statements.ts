import type { Admission } from '#core/turn/admission/admission.ts';
import type { ActionFacts } from '#core/turn/admission/admission-facts.ts';
import type { TurnToStore } from '#core/turn/admission/turn-to-store.ts';
import type { Statement } from '../database/statement-group.ts';
import { type ActionFactsRow, actionColumns, actionFactsOf } from '../turns/action-facts.ts';
import type { FactQuery, FactsBuilder } from './facts-builder.ts';

/** The calls that are confirmed, behind the locks of their conversations. */
export function readActions(confirming: readonly Admission[], facts: FactsBuilder): FactQuery {
  return {
    text: `select a.turn_id as asked_turn_id, ${actionColumns}
      from unnest($1::integer[], $2::uuid[], $3::uuid[], $4::uuid[]) a(client_id, conversation_id, id, turn_id)
      join tool_calls k on k.client_id = a.client_id and k.id = a.id and k.conversation_id = a.conversation_id
        and k.question is not null
      order by k.client_id, k.id for update of k`,
    values: [
      confirming.map(({ owner }) => owner.clientId),
      confirming.map(({ conversationId }) => conversationId),
      confirming.map(({ action }) => action?.id ?? null),
      confirming.map(({ turnId }) => turnId),
    ],
    apply(rows: (ActionFactsRow & { asked_turn_id: string })[]) {
      for (const { asked_turn_id, ...row } of rows) {
        const action: ActionFacts = actionFactsOf(row);
        facts.actions.set(asked_turn_id, action);
      }
    },
  };
}

/** What each confirmation changes besides its turn. */
export function confirmations(turns: readonly TurnToStore[]): Statement[] {
  return turns.flatMap(({ request: { owner, action, turnId }, conversationId }) =>
    action
      ? [{ text: confirmSql, values: [owner.clientId, conversationId, action.id, turnId, action.by] }]
      : [],
  );
}

const confirmSql = 'select confirm_action($1, $2, $3, $4, $5) is null as confirmed';
