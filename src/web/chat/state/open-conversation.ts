import { type Signal, signal } from '@preact/signals';
import type { Conversation } from '#contract/resources.ts';
import type { Answer } from './answer.ts';
import { groupTurns, type Turn } from './turn.ts';

/** A running answer, and how to end it. */
export interface Running {
  readonly answer: Answer;
  readonly jobUuid: Signal<string | null>;
  readonly abort: AbortController;
  readonly stopped: Signal<boolean>;
}

/** The conversation on the page. A new one has no uuid until its first answer begins. */
export interface OpenConversation {
  readonly uuid: Signal<string | null>;
  readonly title: Signal<string>;
  readonly turns: Signal<readonly Turn[]>;
  readonly earlierCursor: Signal<string | null>;
  readonly context: Signal<Conversation['context_usage'] | null>;
  readonly running: Signal<Running | null>;
  readonly loading: Signal<boolean>;
}

export function createConversation(uuid: string | null = null, title = ''): OpenConversation {
  return {
    uuid: signal(uuid),
    title: signal(title),
    turns: signal<readonly Turn[]>([]),
    earlierCursor: signal(null),
    context: signal(null),
    running: signal(null),
    loading: signal(false),
  };
}

export function createRunning(answer: Answer, jobUuid: string | null = null): Running {
  return { answer, jobUuid: signal(jobUuid), abort: new AbortController(), stopped: signal(false) };
}

/** Shows the latest page of a stored conversation. */
export function fillConversation(open: OpenConversation, stored: Conversation): void {
  open.uuid.value = stored.conversation_uuid;
  open.title.value = stored.title;
  open.context.value = stored.context_usage;
  open.earlierCursor.value = stored.has_more ? stored.next_cursor : null;
  open.turns.value = groupTurns(stored.messages);
}

export function lastAnswer(open: OpenConversation): Answer | undefined {
  const turn = open.turns.value.at(-1);
  return turn?.answers.value[turn.shown.value];
}
