import type { ChatOptions } from '#contract/chat.ts';
import { glideDown } from '../composer/glide-down.ts';
import { isRunning } from '../state/answer.ts';
import type { Chat } from '../state/chat.ts';
import type { OpenConversation } from '../state/open-conversation.ts';
import { createTurn, type Turn } from '../state/turn.ts';
import { ask } from './ask.ts';
import { askAgain } from './ask-again.ts';
import { replaceQuestion } from './replace-question.ts';
import { untilLoaded } from './show-conversation.ts';

/** Sends the text in the composer, or `prompt`. A refusal returns the text there. */
export async function sendQuestion(chat: Chat, prompt: string, options: ChatOptions = {}): Promise<void> {
  const open = chat.current.value;
  const question = prompt.trim();
  if (open.loading.value && open.turns.value.length === 0) await untilLoaded(open);
  if (question === '' || open.running.value !== null || chat.current.value !== open) return;
  if (chat.drafts.draft.value.trim() === question) chat.drafts.write('');
  const last = open.turns.value.at(-1);
  if (last !== undefined && isUnanswered(last)) {
    if (last.question.value === question) return askAgain(chat, last, { regenerate: true });
    if (last.uuid.value === chat.drafts.withdrawn.value)
      return replaceQuestion(chat, last, question, options);
  }
  await sendNew(chat, open, question, options);
}

function sendNew(chat: Chat, open: OpenConversation, question: string, options: ChatOptions): Promise<void> {
  const before = open.turns.value;
  return ask(chat, open, {
    request: { prompt: question, options },
    put: (answer) => {
      const turn = createTurn({ question, answers: [answer], fresh: true });
      if (before.length === 0) glideDown();
      open.turns.value = [...before, turn];
      return turn;
    },
    takeBack: () => {
      open.turns.value = before;
      chat.drafts.giveBack(open.uuid.value, question);
      return false;
    },
    again: (more) => sendQuestion(chat, question, { ...options, ...more }),
  });
}

/** A question without a word of an answer. Sending it once more must not show it twice. */
function isUnanswered({ answers }: Turn): boolean {
  return answers.value.every((answer) => !isRunning(answer) && answer.content.value === '');
}
