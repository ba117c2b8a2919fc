import type { ChatOptions } from '#contract/chat.ts';
import { addVersion, removeVersion } from '../state/answer-versions.ts';
import type { Chat } from '../state/chat.ts';
import type { Turn } from '../state/turn.ts';
import { ask } from './ask.ts';

/** Answers the last question again. The new answer becomes a version beside the old one. */
export async function askAgain(
  chat: Chat,
  turn: Turn,
  options: Pick<ChatOptions, 'regenerate' | 'think_harder_retry' | 'if_busy'>,
): Promise<void> {
  const open = chat.current.value;
  if (open.running.value !== null) return;
  // The words that a stop returned are asked again here.
  if (chat.drafts.draft.value === turn.question.value) chat.drafts.write('');
  await ask(chat, open, {
    request: { options },
    put: (answer) => {
      addVersion(turn, answer);
      return turn;
    },
    takeBack: (answer) => {
      removeVersion(turn, answer);
      return false;
    },
    again: (more) => askAgain(chat, turn, { ...options, ...more }),
  });
}
