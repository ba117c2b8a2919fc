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

/** What the page keeps in view: the question that was just sent, the end, or what the reader scrolled to. */
export type Place = 'question' | 'end' | 'reader';

/** The conversation on the page. A new one has no uuid until its first answer begins. */
export interface OpenConversation {
  readonly uuid: Signal<string | null>;
  readonly title: Signal<string>;
  readonly turns: Signal<readonly Turn[]>;
  readonly earlierCursor: Signal<string | null>;
  readonly context: Signal<Conversation['context_usage'] | null>;
  readonly running: Signal<Running | null>;
  readonly loading: Signal<boolean>;
  readonly place: Signal<Place>;
  /** The question that is being edited, and its text so far. */
  readonly editing: Signal<Editing | null>;
  /** An earlier version that is shown instead of the end of the conversation. */
  readonly earlier: Signal<EarlierVersion | null>;
}

export interface Editing {
  readonly questionUuid: string;
  readonly text: Signal<string>;
}

/** What was set aside when a question was replaced. It can only be read. */
export interface EarlierVersion {
  /** The turn of the conversation whose question has replaced it. */
  readonly replacedBy: Turn;
  readonly index: number;
  /** From the question that was replaced to the last message after it. */
  readonly turns: readonly Turn[];
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
    editing: signal(null),
    earlier: signal(null),
    place: signal<Place>('end'),
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
  open.earlier.value = null;
}

export function lastAnswer(open: OpenConversation): Answer | undefined {
  const turn = open.turns.value.at(-1);
  return turn?.answers.value[turn.shown.value];
}

/** The turns on the page, and which of them are an earlier version. */
export function shownTurns(open: OpenConversation): { turns: readonly Turn[]; earlierFrom: number } {
  const turns = open.turns.value;
  const earlier = open.earlier.value;
  if (earlier === null) return { turns, earlierFrom: turns.length };
  const earlierFrom = turns.indexOf(earlier.replacedBy);
  return { turns: [...turns.slice(0, earlierFrom), ...earlier.turns], earlierFrom };
}
