import { RequestFailed } from '#client/request-failed.ts';
import type { Usage } from '#contract/resources.ts';
import { wordsForUnanswered } from '../../shared/offline.ts';
import { text } from '../../shared/text/text.ts';
import type { Chat, ReaderState } from '../state/chat.ts';
import type { NoticeAction } from '../state/notice.ts';
import { wordsForCode, wordsForQuota } from '../state/words.ts';

/** A failure that ends the session or pauses the chat changes the page; any other is shown above the composer. */
export function handleFailure(
  chat: ReaderState,
  error: unknown,
  actions: readonly NoticeAction[] = [],
): void {
  const code = error instanceof RequestFailed ? error.code : null;
  chat.host?.onFailure(error);
  if (isSessionOver(error)) endSession(chat, code === 'user_disabled' ? 'disabled' : 'ended');
  else {
    if (code === 'subscription_inactive') chat.paused.value = true;
    const usage = code === 'quota_exceeded' ? usageIn(error) : null;
    if (usage !== null) chat.usage.value = usage;
    // The reason why no question can be sent is shown above the composer until the reset.
    chat.notice.value = usage?.blocked ? null : { message: wordsFor(error), actions };
  }
}

/** Whether the user of this page is not signed in any more. */
export function isSessionOver(error: unknown): boolean {
  if (!(error instanceof RequestFailed)) return false;
  return error.status === 401 || /^(user_disabled|another_user)$/.test(error.code ?? '');
}

/**
 * A page is reloaded: the service then clears the cookie, and redirects to sign-in and back. A frame can only report
 * what happened.
 */
export function endSession(
  chat: Pick<Chat, 'data' | 'drafts' | 'session'>,
  state: 'ended' | 'disabled',
): void {
  if (chat.data.mode !== 'page') {
    chat.session.value = state;
    return;
  }
  chat.drafts.keep();
  location.reload();
}

export function wordsFor(error: unknown): string {
  if (!(error instanceof RequestFailed)) return text.problems.unexpected;
  if (error.unanswered) return wordsForUnanswered(text.problems);
  const { problem } = error;
  if (problem === null) return text.problems.unexpected;
  if (problem.code === 'quota_exceeded') {
    const { dimension, scope, reset_at: resetAt } = problem;
    return `${wordsForQuota(dimension, scope, resetAt)} ${text.usage.kept}`;
  }
  return wordsForCode(problem.code) ?? text.problems.unexpected;
}

/** The refusal of a quota carries the usage that it was decided on. */
function usageIn(error: unknown): Usage | null {
  const usage = error instanceof RequestFailed ? error.problem?.['usage'] : null;
  return isUsage(usage) ? usage : null;
}

function isUsage(value: unknown): value is Usage {
  return typeof value === 'object' && value !== null && 'blocked' in value && 'requests' in value;
}
