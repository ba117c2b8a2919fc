import type { Action } from '#contract/answers/action.ts';
import { shownArguments } from './asked-question.ts';
import { argumentsIn } from './read-arguments.ts';
import type { ToolCallStatus } from './tool-call.ts';

/** A call that its owner is asked about. */
export interface ActionRecord {
  readonly id: string;
  readonly question: string;
  /** As the model wrote them; empty once the action is over. */
  readonly arguments: string;
  /** `expired` also where that is not stored yet. */
  readonly status: ToolCallStatus;
  readonly decideUntil: Date | null;
}

export function presentAction({ id, question, arguments: given, status, decideUntil }: ActionRecord): Action {
  const shown = given === '' ? [] : (shownArguments(argumentsIn(given) ?? {}) ?? []);
  return {
    action_uuid: id,
    question,
    arguments: status === 'pending' ? [...shown] : [],
    status,
    expires_at: status === 'pending' ? (decideUntil?.toISOString() ?? null) : null,
  };
}
