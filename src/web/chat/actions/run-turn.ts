import { RequestFailed } from '#client/request-failed.ts';
import type { ChatRequest } from '#contract/chat.ts';
import { ContextProblem, readPage, type VisitedPage } from '#contract/context.ts';
import type { Chat } from '../state/chat.ts';
import type { OpenConversation, Running } from '../state/open-conversation.ts';
import type { Turn } from '../state/turn.ts';
import { beginAnswer, resumeAnswer } from './open-stream.ts';
import { runAnswer } from './run-answer.ts';
import { endTurn, listenerFor } from './settle-answer.ts';

/** What a request says beside its question. The same key is never sent with another page. */
interface Sending {
  readonly key: string;
  readonly page: VisitedPage | null;
}

/** The last request of a conversation that may or may not have arrived. */
const unanswered = new WeakMap<OpenConversation, Sending & { readonly asked: string }>();

/** The refusal, or null when the turn was accepted, however it ended. */
export async function runTurn(
  chat: Chat,
  open: OpenConversation,
  turn: Turn,
  running: Running,
  request: ChatRequest,
): Promise<unknown> {
  const uuid = open.uuid.value;
  const asked = { ...request, ...(uuid === null ? {} : { conversation_uuid: uuid }) };
  const { key, page } = sendingOf(chat, open, JSON.stringify(asked));
  const body = page === null ? asked : { ...asked, context: { page } };
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

/**
 * The same question is the same turn, however often it is sent until the service answers, and wherever its reader has
 * gone meanwhile.
 */
function sendingOf({ host }: Pick<Chat, 'host'>, open: OpenConversation, asked: string): Sending {
  const known = unanswered.get(open);
  if (known?.asked === asked) return known;
  const sending = { asked, key: crypto.randomUUID(), page: pageIn(host?.page() ?? null) };
  unanswered.set(open, sending);
  return sending;
}

/** The page of a launcher has been read before; another script may have written this one. */
function pageIn(written: string | null): VisitedPage | null {
  if (written === null) return null;
  try {
    const page = readPage(JSON.parse(written));
    return page instanceof ContextProblem ? null : page;
  } catch {
    return null;
  }
}
