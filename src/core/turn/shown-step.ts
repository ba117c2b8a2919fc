import type { MessageStep, StepKind, StepStatus } from '#contract/answers/steps.ts';

/** What a turn does while it writes nothing, as readers of events see it. */
export interface ShownStep {
  readonly id: string;
  readonly kind: StepKind;
  /** Null where pages have words of their own for its kind. */
  readonly label: string | null;
  readonly status: StepStatus;
}

/** As the wire has it. */
export function presentStep({ id, kind, label, status }: ShownStep): MessageStep {
  return { step_uuid: id, kind, label, status };
}

/** The search of a turn has the turn's id, so that a process that knows only that there was one names it alike. */
export function searchStep(turnId: string, status: StepStatus): ShownStep {
  return { id: turnId, kind: 'knowledge', label: null, status };
}
