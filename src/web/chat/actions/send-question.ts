import type { ChatOptions, ChatRequest } from '#contract/chat.ts';
import { RequestFailed } from '../../shared/api/request-failed.ts';
import { text } from '../../shared/text/text.ts';
import { createAnswer } from '../state/answer.ts';
import type { Chat } from '../state/chat.ts';
import type { NoticeAction } from '../state/notice.ts';
import { createRunning, type OpenConversation, type Running } from '../state/open-conversation.ts';
import { createTurn, type Turn } from '../state/turn.ts';
import { followRunning } from './follow-running.ts';
import { handleFailure } from './handle-failure.ts';
import { runAnswer } from './run-answer.ts';
import { announceEnd, listenerFor, settle } from './settle-answer.ts';
import { addVersion, removeVersion } from './versions.ts';

/** Sends the text in the composer, or `prompt`. A refusal returns the text there. */
export async function sendQuestion(chat: Chat, prompt: string, options: ChatOptions = {}): Promise<void> {
  const open = chat.current.value;
  const question = prompt.trim();
  if (question === '' || open.running.value !== null) return;
  const running = createRunning(createAnswer(options.detailed_response ?? false));
  const turn = createTurn(question, [running.answer], true);
  const before = open.turns.value;
  open.turns.value = [...before, turn];
  chat.drafts.write('');
  const refused = await run(chat, open, running, { prompt: question, options });
  if (refused === null) return;
  open.turns.value = before;
  if (chat.current.value === open && chat.drafts.draft.value === '') chat.drafts.write(question);
  handleFailure(
    chat,
    refused,
    actionsFor(chat, open, refused, (more) => sendQuestion(chat, question, { ...options, ...more })),
  );
}

/** Answers the last question again, thinking harder. The new answer becomes a version beside the old one. */
export async function askDeepDive(chat: Chat, turn: Turn): Promise<void> {
  const open = chat.current.value;
  if (open.running.value !== null) return;
  const running = createRunning(createAnswer(true));
  addVersion(turn, running.answer);
  const refused = await run(chat, open, running, { options: { think_harder_retry: true } });
  if (refused === null) return;
  removeVersion(turn, running.answer);
  handleFailure(
    chat,
    refused,
    actionsFor(chat, open, refused, () => askDeepDive(chat, turn)),
  );
}

/** The refusal, or null when the turn was accepted, however it ended. */
async function run(
  chat: Chat,
  open: OpenConversation,
  running: Running,
  request: ChatRequest,
): Promise<unknown> {
  const uuid = open.uuid.value;
  const body = { ...request, ...(uuid === null ? {} : { conversation_uuid: uuid }) };
  const idempotencyKey = crypto.randomUUID();
  chat.notice.value = null;
  try {
    await runAnswer(
      open,
      running,
      { begin: (signal) => chat.client.send(body, idempotencyKey, signal), resume: chat.client.follow },
      listenerFor(chat, open),
    );
  } catch (error) {
    return error;
  }
  announceEnd(chat, open, running.answer);
  await settle(chat, open);
  return null;
}

function actionsFor(
  chat: Chat,
  open: OpenConversation,
  error: unknown,
  again: (options: ChatOptions) => Promise<void>,
): NoticeAction[] {
  if (!(error instanceof RequestFailed)) return [];
  const busyJob = error.code === 'conversation_busy' ? error.problem?.['job_uuid'] : undefined;
  if (typeof busyJob === 'string') {
    return [
      { label: text.conversation.wait, run: () => waitFor(chat, open, busyJob) },
      { label: text.conversation.interrupt, run: () => void again({ if_busy: 'interrupt' }) },
    ];
  }
  const retryable = error.unanswered || error.status >= 500 || error.problem?.retryable === true;
  return retryable ? [{ label: text.tryAgain, run: () => void again({}) }] : [];
}

function waitFor(chat: Chat, open: OpenConversation, jobUuid: string): void {
  chat.notice.value = null;
  void followRunning(chat, open, jobUuid);
}
