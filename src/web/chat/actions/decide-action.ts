import { RequestFailed } from '#client/request-failed.ts';
import type { Action } from '#contract/answers/action.ts';
import type { Answer } from '../state/answer.ts';
import { call } from '../state/call.ts';
import type { Chat } from '../state/chat.ts';
import type { OpenConversation } from '../state/open-conversation.ts';
import { handleFailure } from './handle-failure.ts';
import { readAgain } from './show-conversation.ts';

/** Sends the reader's decision. A yes begins an answer, which is followed like any that runs already. */
export async function decideAction(
  chat: Chat,
  answer: Answer,
  { action_uuid: uuid }: Action,
  decision: 'confirm' | 'decline',
): Promise<void> {
  const open = chat.current.value;
  chat.notice.value = null;
  try {
    const { action } = await chat.send(call('decideAction', { params: { uuid }, body: { decision } }));
    answer.actions.value = answer.actions.value.map((each) => (each.action_uuid === uuid ? action : each));
  } catch (error) {
    // What can no longer be decided is shown as it is stored by now, which says it all.
    if (error instanceof RequestFailed && error.code === 'action_closed') await readActions(chat, answer);
    else handleFailure(chat, error);
    return;
  }
  if (decision === 'decline') return;
  await readAgain(chat, open);
  if (open.running.value === null) return;
  await untilEnded(open);
  // The answer that asked says by now what became of it.
  await readAgain(chat, open);
}

/** Shows what became of the questions of the last answer of the conversation. */
export async function readActions(chat: Chat, answer: Answer): Promise<void> {
  const open = chat.current.value;
  const uuid = open.uuid.value ?? '';
  const latest = call('getConversation', { params: { uuid }, query: { limit: 1 } });
  const stored = await chat.send(latest).catch(() => null);
  const asked = stored?.messages.find((message) => message.message_uuid === answer.uuid.value);
  if (asked === undefined) await readAgain(chat, open);
  else answer.actions.value = asked.actions ?? [];
}

function untilEnded({ running }: OpenConversation): Promise<void> {
  return new Promise((resolve) => {
    const stop = running.subscribe((now) => {
      if (now !== null) return;
      queueMicrotask(() => stop());
      resolve();
    });
  });
}
