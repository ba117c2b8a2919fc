import type { StepKind, StepStatus } from '#contract/answers/steps.ts';
import type { FinishReason } from '#contract/jobs.ts';
import type { Message, Usage } from '#contract/resources.ts';

/** The events of one answer, as `data` of the server-sent event named `type`. */
export type AnswerEvent =
  | {
      readonly type: 'meta';
      readonly conversation_uuid: string;
      readonly message_uuid: string;
      readonly job_uuid: string;
      readonly usage?: Usage;
    }
  | { readonly type: 'queue'; readonly queue_position: number | null }
  | {
      readonly type: 'step';
      readonly step_uuid: string;
      readonly kind: StepKind;
      readonly status: StepStatus;
    }
  | { readonly type: 'delta'; readonly text: string }
  | { readonly type: 'usage'; readonly usage: Usage }
  | { readonly type: 'reset'; readonly attempt: number }
  | AnswerEnd;

export type AnswerEnd =
  | {
      readonly type: 'done';
      readonly finish_reason: FinishReason;
      readonly message_uuid: string;
      readonly citations: Message['citations'];
      readonly links: Message['links'];
    }
  | {
      readonly type: 'error';
      readonly code: string;
      readonly title: string;
      readonly detail: string;
      readonly retryable: boolean;
      readonly reason?: string;
    };

export function isEnd(event: AnswerEvent): event is AnswerEnd {
  return event.type === 'done' || event.type === 'error';
}

const types: readonly string[] = ['meta', 'queue', 'step', 'delta', 'usage', 'reset', 'done', 'error'];

/** Null for events of a later version, which are skipped. */
export function parseAnswerEvent(type: string, data: string): AnswerEvent | null {
  if (!types.includes(type)) return null;
  const event: AnswerEvent = { ...JSON.parse(data), type };
  return event;
}
