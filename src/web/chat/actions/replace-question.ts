import { RequestFailed } from '#client/request-failed.ts';
import type { ChatOptions } from '#contract/chat.ts';
import { laterText } from '../../shared/text/later-text.ts';
import type { Chat } from '../state/chat.ts';
import { editQuestion } from '../state/edit-question.ts';
import type { OpenConversation } from '../state/open-conversation.ts';
import { createTurn, type Turn } from '../state/turn.ts';
import { ask } from './ask.ts';
import { readAgain } from './show-conversation.ts';

/** Replaces an earlier question by `prompt`. That question and everything after it are set aside. */
export async function replaceQuestion(
  chat: Chat,
  turn: Turn,
  prompt: string,
  options: ChatOptions = {},
): Promise<void> {
  const open = chat.current.value;
  const replaces = turn.uuid.value;
  const question = prompt.trim();
  if (question === '' || replaces === null || open.running.value !== null) return;
  const before = open.turns.value;
  const place = before.findIndex(({ uuid }) => uuid.value === replaces);
  open.editing.value = null;
  if (chat.drafts.draft.value === turn.question.value) chat.drafts.write('');
  await ask(chat, open, {
    request: { prompt: question, options: { ...options, replaces } },
    put: (answer) => {
      const next = createTurn({ question, replaces, answers: [answer], fresh: true });
      open.turns.value = [...before.slice(0, place), next];
      return next;
    },
    takeBack: async (_, refused) => {
      open.turns.value = before;
      const isTaken = refused instanceof RequestFailed && refused.code === 'message_not_found';
      if (isTaken) await showTaken(chat, open, question);
      else editQuestion(open, turn, question);
      return isTaken;
    },
    again: (more) => replaceQuestion(chat, turn, question, { ...options, ...more }),
  });
}

/** Another window has replaced the question, or one before it. */
async function showTaken(chat: Chat, open: OpenConversation, question: string): Promise<void> {
  chat.drafts.giveBack(open.uuid.value, question);
  chat.notice.value = { message: laterText.versions.taken, actions: [] };
  await readAgain(chat, open);
}
