import { type Answer, createAnswer } from '../state/answer.ts';
import { addVersion } from '../state/answer-versions.ts';
import type { Chat } from '../state/chat.ts';
import { createRunning, type OpenConversation } from '../state/open-conversation.ts';
import { createTurn, type Turn } from '../state/turn.ts';
import { resumeAnswer } from './open-stream.ts';
import { runAnswer } from './run-answer.ts';
import { endTurn, listenerFor } from './settle-answer.ts';

/** Joins a running answer: after a reload, from a second tab, after a lost connection. */
export async function followRunning(chat: Chat, open: OpenConversation, jobUuid: string): Promise<void> {
  const { turn, answer } = runningTurn(open);
  const running = createRunning(answer, jobUuid);
  running.answer.content.value = '';
  running.answer.state.value = 'waiting';
  try {
    await runAnswer(
      open,
      running,
      {
        begin: (signal) => resumeAnswer(chat, jobUuid, null, signal),
        resume: (...run) => resumeAnswer(chat, ...run),
      },
      listenerFor(chat, open),
    );
  } catch {
    running.answer.state.value = 'failed';
  }
  await endTurn(chat, open, turn, running);
}

/** The turn whose last answer is running according to the stored conversation, or to which one is added. */
function runningTurn(open: OpenConversation): { turn: Turn; answer: Answer } {
  const turn = open.turns.value.at(-1);
  const last = turn?.answers.value.at(-1);
  if (turn !== undefined && last?.state.value === 'streaming') return { turn, answer: last };
  const answer = createAnswer(false);
  if (turn !== undefined) {
    addVersion(turn, answer);
    return { turn, answer };
  }
  const unknown = createTurn({ question: null, answers: [answer] });
  open.turns.value = [unknown];
  return { turn: unknown, answer };
}
