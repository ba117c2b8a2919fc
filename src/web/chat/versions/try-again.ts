import { askAgain } from '../actions/ask-again.ts';
import { replaceQuestion } from '../actions/replace-question.ts';
import type { Chat } from '../state/chat.ts';
import type { Turn } from '../state/turn.ts';

/** The last question gets another answer. An earlier one is replaced by itself. */
export function tryAgain(chat: Chat, turn: Turn): Promise<void> {
  const isLast = chat.current.value.turns.value.at(-1) === turn;
  return isLast
    ? askAgain(chat, turn, { regenerate: true })
    : replaceQuestion(chat, turn, turn.question.value ?? '');
}
