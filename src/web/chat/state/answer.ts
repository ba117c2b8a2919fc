import { type Signal, signal } from '@preact/signals';
import type { Action } from '#contract/answers/action.ts';
import type { Feedback, Message } from '#contract/resources.ts';

export type AnswerState = 'waiting' | 'streaming' | 'complete' | 'partial' | 'failed';

export interface AnswerFailure {
  readonly code: string;
  /** The id by which the operator finds the turn. */
  readonly reference: string | null;
}

/** One answer as the page shows it, stored or still being written. */
export interface Answer {
  /** Stable while the page is open. */
  readonly key: string;
  readonly uuid: Signal<string | null>;
  readonly state: Signal<AnswerState>;
  readonly content: Signal<string>;
  readonly failure: Signal<AnswerFailure | null>;
  readonly feedback: Signal<Feedback | null>;
  /** Null where neither a document was looked at nor a tool was used, and every address is a link. */
  readonly sources: Signal<Pick<Message, 'citations' | 'links'> | null>;
  /** What it asks its reader. */
  readonly actions: Signal<readonly Action[]>;
  readonly queuePosition: Signal<number | null>;
  /** While its model thinks: the step, and since when the page knows of it. */
  readonly step: Signal<{ readonly uuid: string; readonly since: number } | null>;
  readonly connected: Signal<boolean>;
  readonly deepDive: boolean;
}

export function createAnswer(deepDive: boolean): Answer {
  return {
    key: crypto.randomUUID(),
    uuid: signal(null),
    state: signal<AnswerState>('waiting'),
    content: signal(''),
    failure: signal(null),
    feedback: signal(null),
    sources: signal(null),
    actions: signal([]),
    queuePosition: signal(null),
    step: signal(null),
    connected: signal(true),
    deepDive,
  };
}

export function answerOf(message: Message): Answer {
  const answer = createAnswer(message.deep_dive);
  answer.uuid.value = message.message_uuid;
  answer.content.value = message.content;
  answer.feedback.value = message.feedback;
  answer.actions.value = message.actions ?? [];
  if (message.links) answer.sources.value = message;
  answer.state.value = message.status;
  return { ...answer, key: message.message_uuid };
}

export function isRunning(answer: Answer): boolean {
  return answer.state.value === 'waiting' || answer.state.value === 'streaming';
}
