import { RequestFailed } from '#client/request-failed.ts';
import type { ChatRequest } from '#contract/chat.ts';
import type { Chat } from '../state/chat.ts';
import type { OpenConversation, Running } from '../state/open-conversation.ts';
import type { Turn } from '../state/turn.ts';
import { beginAnswer, resumeAnswer } from './open-stream.ts';
import { runAnswer } from './run-answer.ts';
import { endTurn, listenerFor } from './settle-answer.ts';

/** The last request of a conversation that may or may not have arrived, and its key. */
const unanswered = new WeakMap<OpenConversation, { readonly body: string; readonly key: string }>();

/** The refusal, or null when the turn was accepted, however it ended. */
export async function runTurn(
  chat: Chat,
  open: OpenConversation,
  turn: Turn,
  running: Running,
  request: ChatRequest,
): Promise<unknown> {
  const uuid = open.uuid.value;
  const body = { ...request, ...(uuid === null ? {} : { conversation_uuid: uuid }) };
  const key = keyFor(open, JSON.stringify(body));
  chat.notice.value = null;
  open.earlier.value = null;
  try {
    await runAnswer(
      open,
      running,
      {
        begin: (signal) => beginAnswer(chat, body, key, signal),
        resume: (...run) => resumeAnswer(chat, ...run),
      },
      listenerFor(chat, open),
    );
  } catch (error) {
    if (!(error instanceof RequestFailed && error.unanswered)) unanswered.delete(open);
    return error;
  }
  if (running.jobUuid.value !== null) unanswered.delete(open);
  await endTurn(chat, open, turn, running);
  return null;
}

/** The same request is the same turn, however often it is sent until the service answers. */
function keyFor(open: OpenConversation, body: string): string {
  const known = unanswered.get(open);
  const key = known?.body === body ? known.key : crypto.randomUUID();
  unanswered.set(open, { body, key });
  return key;
}
