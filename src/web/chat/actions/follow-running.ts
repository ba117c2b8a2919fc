import { type Answer, createAnswer } from '../state/answer.ts';
import type { Chat } from '../state/chat.ts';
import { createRunning, type OpenConversation } from '../state/open-conversation.ts';
import { createTurn } from '../state/turn.ts';
import { runAnswer } from './run-answer.ts';
import { announceEnd, listenerFor, settle } from './settle-answer.ts';
import { addVersion } from './versions.ts';

/** Joins a running answer: after a reload, from a second tab, after a lost connection. */
export async function followRunning(chat: Chat, open: OpenConversation, jobUuid: string): Promise<void> {
  const running = createRunning(runningAnswer(open), jobUuid);
  running.answer.content.value = '';
  running.answer.state.value = 'waiting';
  try {
    await runAnswer(
      open,
      running,
      {
        begin: (signal) => chat.client.follow(jobUuid, null, signal),
        resume: chat.client.follow,
      },
      listenerFor(chat, open),
    );
  } catch {
    running.answer.state.value = 'failed';
  }
  announceEnd(chat, open, running.answer);
  await settle(chat, open);
}

/** The answer that is running according to the stored conversation, or a new version for it. */
function runningAnswer(open: OpenConversation): Answer {
  const turn = open.turns.value.at(-1);
  const last = turn?.answers.value.at(-1);
  if (last?.state.value === 'streaming') return last;
  const answer = createAnswer(false);
  if (turn === undefined) open.turns.value = [createTurn(null, [answer])];
  else addVersion(turn, answer);
  return answer;
}
