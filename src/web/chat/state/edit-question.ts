import { signal } from '@preact/signals';
import type { OpenConversation } from './open-conversation.ts';
import type { Turn } from './turn.ts';

/** Turns a question into a field with its text, or with what was written there before. */
export function editQuestion(open: OpenConversation, turn: Turn, words = turn.question.value): void {
  const questionUuid = turn.uuid.value;
  if (questionUuid !== null && words !== null) open.editing.value = { questionUuid, text: signal(words) };
}

/**
 * The question is as it was, and its button has the focus again: as soon as it is drawn, which needs no frame, so that
 * keys pressed at once are not lost.
 */
export function cancelEdit(open: OpenConversation): void {
  const place = document.querySelector('.edit-form')?.parentElement;
  open.editing.value = null;
  queueMicrotask(() => place?.querySelector<HTMLElement>('.edit-button')?.focus());
}
