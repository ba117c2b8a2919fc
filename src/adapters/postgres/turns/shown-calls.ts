import type { MessageStep } from '#contract/answers/steps.ts';
import type { ActionRecord } from '#core/tools/action.ts';
import type { ToolCallStatus } from '#core/tools/tool-call.ts';
import { presentStep, type ShownStep } from '#core/turn/shown-step.ts';
import { shownStatus } from '#core/turn/steps/shown-status.ts';
import { decodeText } from '../database/text-coding.ts';
import { shownStatusColumn } from '../tools/tool-rows.ts';

/** What the tools of a turn look like to its readers; both null where it has called none. */
export interface ShownCallsRow {
  readonly steps: readonly StepRow[] | null;
  readonly actions: readonly ActionRow[] | null;
}

/** A call of a tool, as it is shown. */
interface StepRow {
  readonly id: string;
  readonly label: string;
  readonly status: ToolCallStatus;
}

interface ActionRow {
  readonly id: string;
  readonly question: string;
  readonly arguments: string;
  readonly status: ToolCallStatus;
  readonly decide_until: string | null;
}

/**
 * What the turn of the answer `n` in the conversation `c` has called; null for nothing. What its model was not offered
 * has no label.
 */
export const stepsColumn = `case when n.role = 'assistant' then (select json_agg(
          json_build_object('id', k.id, 'label', k.label, 'status', k.status) order by k.step, k.place)
        from tool_calls k where k.client_id = c.client_id and k.conversation_id = c.id and k.label is not null
          and (k.question is null and coalesce(k.asked_in, k.turn_id) = n.turn_id or k.decided_turn = n.turn_id)) end`;

/** What it asks its reader, once it has ended. */
export const actionsColumn = `case when n.role = 'assistant' then (select json_agg(json_build_object('id', k.id,
          'question', k.question, 'arguments', k.arguments, 'decide_until', k.decide_until,
          'status', ${shownStatusColumn}))
        from tool_calls k where k.client_id = c.client_id and k.conversation_id = c.id and k.question is not null
          and coalesce(k.asked_in, k.turn_id) = n.turn_id
          and (k.status <> 'pending' or k.decide_until is not null)) end`;

/** Both for a turn `t`. Nothing is looked up for one that has called no tool. */
export const shownCallsSql = `left join lateral (
    select ${stepsColumn} as steps, ${actionsColumn} as actions
    from conversations c cross join (select 'assistant' as role, t.id as turn_id, t.answer_seq as seq) n
    where t.wrote is not null and c.client_id = t.client_id and c.id = t.conversation_id offset 0) shown on true`;

export function stepsOfRow(row: Pick<ShownCallsRow, 'steps'>): readonly MessageStep[] | null {
  return shownStepsOfRow(row)?.map(presentStep) ?? null;
}

export function shownStepsOfRow({ steps }: Pick<ShownCallsRow, 'steps'>): readonly ShownStep[] | null {
  return (
    steps?.map(({ id, label, status }) => ({ id, kind: 'tool', label, status: shownStatus(status) })) ?? null
  );
}

export function actionsOfRow({ actions }: Pick<ShownCallsRow, 'actions'>): readonly ActionRecord[] | null {
  return actions?.map(actionOf) ?? null;
}

function actionOf({ id, question, arguments: given, status, decide_until: until }: ActionRow): ActionRecord {
  const decideUntil = until === null ? null : new Date(until);
  return { id, question: decodeText(question), arguments: decodeText(given), status, decideUntil };
}
