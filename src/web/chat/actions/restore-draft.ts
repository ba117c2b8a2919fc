import type { Chat } from '../state/chat.ts';
import type { OpenConversation, Running } from '../state/open-conversation.ts';
import type { Turn } from '../state/turn.ts';

/**
 * After a stop before the first word the question returns to the composer. It stays where the service has it, and what
 * is sent next replaces it.
 */
export function restoreDraft(
  chat: Pick<Chat, 'drafts'>,
  open: OpenConversation,
  turn: Turn,
  running: Running,
): void {
  const words = turn.question.value;
  const isFirst = turn.answers.value.length === 1;
  if (!running.stopped.value || running.answer.content.value !== '' || !isFirst || words === null) return;
  const conversation = open.uuid.value;
  const question = turn.uuid.value;
  if (conversation === null) open.turns.value = open.turns.value.filter((other) => other !== turn);
  else if (question === null) return;
  else chat.drafts.withdraw(conversation, question);
  chat.drafts.giveBack(conversation, words);
}
