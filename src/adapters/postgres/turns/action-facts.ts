import type { LockedToolCall, ToolCallEffect, ToolCallStatus } from '#core/tools/tool-call.ts';
import type { ActionFacts } from '#core/turn/admission/admission-facts.ts';

export interface ActionFactsRow {
  readonly status: ToolCallStatus;
  readonly effect: ToolCallEffect;
  readonly idempotent: boolean;
  readonly sends: number;
  readonly decision: LockedToolCall['decision'];
  readonly is_approved: boolean;
  readonly has_lapsed: boolean;
  readonly is_overtaken: boolean;
  readonly message_id: string;
  readonly decided_turn: string | null;
}

/** The turn whose answer asks. */
const asker = `(select t from turns t where t.client_id = k.client_id and t.id = coalesce(k.asked_in, k.turn_id))`;

/** What a decision about the call `k` rests on. While the turn that asks has not ended, it cannot be decided. */
export const actionColumns = `k.status, k.effect, k.idempotent, k.sends, k.decision, is_approved(k) as is_approved,
    coalesce(k.decide_until < now(), true) as has_lapsed, (${asker}).message_id, k.decided_turn,
    (select v.next_seq from conversations v where v.client_id = k.client_id and v.id = k.conversation_id)
      > (${asker}).answer_seq + 1 as is_overtaken`;

export function actionFactsOf(row: ActionFactsRow): ActionFacts {
  return {
    call: {
      status: row.status,
      effect: row.effect,
      isIdempotent: row.idempotent,
      sends: row.sends,
      decision: row.decision,
      isApproved: row.is_approved,
      hasLapsed: row.has_lapsed,
    },
    isOvertaken: row.is_overtaken,
    messageId: row.message_id,
    turnId: row.decided_turn,
  };
}
