import type { ChatOptions } from '#contract/chat.ts';
import { createAnswer } from '../state/answer.ts';
import { addVersion, removeVersion } from '../state/answer-versions.ts';
import type { Chat } from '../state/chat.ts';
import { createRunning } from '../state/open-conversation.ts';
import type { Turn } from '../state/turn.ts';
import { runTurn } from './run-turn.ts';
import { showRefusal } from './show-refusal.ts';

/** Answers the last question again. The new answer becomes a version beside the old one. */
export async function askAgain(
  chat: Chat,
  turn: Turn,
  options: Pick<ChatOptions, 'regenerate' | 'think_harder_retry' | 'if_busy'>,
): Promise<void> {
  const open = chat.current.value;
  if (open.running.value !== null) return;
  const running = createRunning(createAnswer(options.think_harder_retry ?? false));
  addVersion(turn, running.answer);
  // The words that a stop returned are asked again here.
  if (chat.drafts.draft.value === turn.question.value) chat.drafts.write('');
  const refused = await runTurn(chat, open, turn, running, { options });
  if (refused === null) return;
  removeVersion(turn, running.answer);
  const again = (more: ChatOptions) => askAgain(chat, turn, { ...options, ...more });
  showRefusal(chat, open, refused, again);
}
