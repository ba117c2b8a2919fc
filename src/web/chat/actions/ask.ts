import type { ChatOptions, ChatRequest } from '#contract/chat.ts';
import { type Answer, createAnswer } from '../state/answer.ts';
import type { Chat } from '../state/chat.ts';
import { createRunning, type OpenConversation } from '../state/open-conversation.ts';
import type { Turn } from '../state/turn.ts';
import { runTurn } from './run-turn.ts';
import { showRefusal } from './show-refusal.ts';

/** One way to ask. The answer stands on the page before the request leaves, and only until it is refused. */
interface Asking {
  readonly request: ChatRequest & { readonly options: ChatOptions };
  /** Puts the answer on the page, and returns the turn that it belongs to. */
  put(answer: Answer): Turn;
  /** Leaves the page as it was. True where the reader has been shown why. */
  takeBack(answer: Answer, refused: unknown): boolean | Promise<boolean>;
  /** Asks once more, with more options. */
  again(more: ChatOptions): Promise<void>;
}

/** What a new question, another answer and a question in the place of another have in common. */
export async function ask(chat: Chat, open: OpenConversation, asking: Asking): Promise<void> {
  const { request } = asking;
  const { think_harder_retry: retry, detailed_response: detailed } = request.options;
  const answer = createAnswer(retry ?? detailed ?? false);
  const turn = asking.put(answer);
  const refused = await runTurn(chat, open, turn, createRunning(answer), request);
  if (refused === null || (await asking.takeBack(answer, refused))) return;
  showRefusal(chat, open, refused, (more) => asking.again(more));
}
