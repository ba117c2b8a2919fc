import type { ChatOptions } from '#contract/chat.ts';
import { glideDown } from '../composer/glide-down.ts';
import { createAnswer, isRunning } from '../state/answer.ts';
import type { Chat } from '../state/chat.ts';
import { createRunning, type OpenConversation } from '../state/open-conversation.ts';
import { createTurn, type Turn } from '../state/turn.ts';
import { askAgain } from './ask-again.ts';
import { replaceQuestion } from './replace-question.ts';
import { runTurn } from './run-turn.ts';
import { untilLoaded } from './show-conversation.ts';
import { showRefusal } from './show-refusal.ts';

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

async function sendNew(
  chat: Chat,
  open: OpenConversation,
  question: string,
  options: ChatOptions,
): Promise<void> {
  const running = createRunning(createAnswer(options.detailed_response ?? false));
  const turn = createTurn({ question, answers: [running.answer], fresh: true });
  const before = open.turns.value;
  if (before.length === 0) glideDown();
  open.turns.value = [...before, turn];
  const refused = await runTurn(chat, open, turn, running, { prompt: question, options });
  if (refused === null) return;
  open.turns.value = before;
  chat.drafts.giveBack(open.uuid.value, question);
  const again = (more: ChatOptions) => sendQuestion(chat, question, { ...options, ...more });
  showRefusal(chat, open, refused, again);
}

/** A question without a word of an answer. Sending it once more must not show it twice. */
function isUnanswered({ answers }: Turn): boolean {
  return answers.value.every((answer) => !isRunning(answer) && answer.content.value === '');
}
