import { RequestFailed } from '#client/request-failed.ts';
import type { ChatOptions } from '#contract/chat.ts';
import { laterText } from '../../shared/text/later-text.ts';
import { createAnswer } from '../state/answer.ts';
import type { Chat } from '../state/chat.ts';
import { editQuestion } from '../state/edit-question.ts';
import { createRunning, type OpenConversation } from '../state/open-conversation.ts';
import { createTurn, type Turn } from '../state/turn.ts';
import { runTurn } from './run-turn.ts';
import { readAgain } from './show-conversation.ts';
import { showRefusal } from './show-refusal.ts';

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
  const running = createRunning(createAnswer(options.detailed_response ?? false));
  const next = createTurn({ question, replaces, answers: [running.answer], fresh: true });
  const before = open.turns.value;
  const place = before.findIndex(({ uuid }) => uuid.value === replaces);
  open.turns.value = [...before.slice(0, place), next];
  open.editing.value = null;
  if (chat.drafts.draft.value === turn.question.value) chat.drafts.write('');
  const body = { prompt: question, options: { ...options, replaces } };
  const refused = await runTurn(chat, open, next, running, body);
  if (refused === null) return;
  open.turns.value = before;
  if (refused instanceof RequestFailed && refused.code === 'message_not_found') {
    return showTaken(chat, open, question);
  }
  editQuestion(open, turn, question);
  const again = (more: ChatOptions) => replaceQuestion(chat, turn, question, { ...options, ...more });
  showRefusal(chat, open, refused, again);
}

/** Another window has replaced the question, or one before it. */
async function showTaken(chat: Chat, open: OpenConversation, question: string): Promise<void> {
  chat.drafts.giveBack(open.uuid.value, question);
  chat.notice.value = { message: laterText.versions.taken, actions: [] };
  await readAgain(chat, open);
}
