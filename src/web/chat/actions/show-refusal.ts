import { RequestFailed } from '#client/request-failed.ts';
import type { ChatOptions } from '#contract/chat.ts';
import { copyText } from '../../shared/copy-text.ts';
import { laterText } from '../../shared/text/later-text.ts';
import { text } from '../../shared/text/text.ts';
import type { Chat } from '../state/chat.ts';
import type { NoticeAction } from '../state/notice.ts';
import type { OpenConversation } from '../state/open-conversation.ts';
import { followRunning } from './follow-running.ts';
import { handleFailure } from './handle-failure.ts';

/** Says why a turn was refused, and offers what can be done; `again` sends it again. */
export function showRefusal(
  chat: Chat,
  open: OpenConversation,
  error: unknown,
  again: (options: ChatOptions) => Promise<void>,
): void {
  handleFailure(chat, error, actionsAfter(chat, open, error, again));
}

/** Waiting for the answer that blocks it, interrupting that, or sending again. */
function actionsAfter(
  chat: Chat,
  open: OpenConversation,
  error: unknown,
  again: (options: ChatOptions) => Promise<void>,
): NoticeAction[] {
  if (!(error instanceof RequestFailed)) return [];
  const busyJob = error.code === 'conversation_busy' ? error.problem?.['job_uuid'] : undefined;
  if (typeof busyJob === 'string') {
    return [
      { label: laterText.progress.wait, run: () => waitFor(chat, open, busyJob) },
      { label: laterText.progress.interrupt, run: () => void again({ if_busy: 'interrupt' }) },
    ];
  }
  const retryable = error.unanswered || error.status >= 500 || error.problem?.retryable === true;
  return [...(retryable ? [{ label: text.tryAgain, run: () => void again({}) }] : []), ...referenceIn(error)];
}

/** The id by which the operator finds the failure. A refusal that says what to do needs none. */
function referenceIn({ problem, status }: RequestFailed): NoticeAction[] {
  const id = problem?.request_id;
  if (id === undefined || status < 500) return [];
  return [{ label: laterText.actions.copyReference, run: () => void copyText(id) }];
}

function waitFor(chat: Chat, open: OpenConversation, jobUuid: string): void {
  chat.notice.value = null;
  void followRunning(chat, open, jobUuid);
}
