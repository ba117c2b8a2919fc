import { RequestFailed } from '#client/request-failed.ts';
import type { Action } from '#contract/action.ts';
import { call } from '../state/call.ts';
import type { Chat } from '../state/chat.ts';
import type { OpenConversation } from '../state/open-conversation.ts';
import { handleFailure } from './handle-failure.ts';
import { readAgain } from './show-conversation.ts';

/** Sends the reader's decision. A yes begins an answer, which is followed like any that runs already. */
export async function decideAction(
  chat: Chat,
  { action_uuid: uuid }: Action,
  decision: 'confirm' | 'decline',
): Promise<void> {
  const open = chat.current.value;
  chat.notice.value = null;
  try {
    await chat.send(call('decideAction', { params: { uuid }, body: { decision } }));
  } catch (error) {
    handleFailure(chat, error);
    // What is refused for good is shown as it is stored by now.
    if (!(error instanceof RequestFailed) || error.status !== 409) return;
  }
  await readAgain(chat, open);
  if (open.running.value === null) return;
  await untilEnded(open);
  // The answer that asked says by now what became of it.
  await readAgain(chat, open);
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
