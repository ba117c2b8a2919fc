import { effect } from '@preact/signals';
import { RequestFailed } from '#client/request-failed.ts';
import type { FrameMessage, LauncherErrorCode } from '#contract/launcher.ts';
import type { UsageDimension } from '#contract/resources.ts';
import type { Answer } from '../state/answer.ts';
import type { Chat } from '../state/chat.ts';

type Send = (message: FrameMessage) => void;

/** Reports to the host page what happens in the chat, and never its text. */
export function reportToHost(
  chat: Pick<Chat, 'current' | 'session' | 'usage'>,
  send: Send,
  onAnswer: () => void,
): void {
  effect(() => {
    send({ t: 'conversation', conversation_uuid: chat.current.value.uuid.value });
  });
  effect(() => {
    if (chat.session.value !== 'open' && chat.session.value !== 'disabled') send({ t: 'signedout' });
  });
  effect(() => {
    const usage = chat.usage.value;
    if (usage === null) return;
    const { requests, priority, deep_dive, reset_at } = usage;
    send({
      t: 'usage',
      requests: countsOf(requests),
      priority: countsOf(priority),
      deep_dive: countsOf(deep_dive),
      reset_at,
    });
  });
  const known = new WeakSet<Answer>();
  effect(() => {
    const open = chat.current.value;
    const answer = open.running.value?.answer;
    if (answer === undefined || known.has(answer)) return;
    known.add(answer);
    reportEnd(answer, (status) => {
      send({
        t: 'response',
        conversation_uuid: open.uuid.value,
        message_uuid: answer.uuid.value,
        status,
      });
      onAnswer();
    });
  });
}

/** The code that a host page receives for a failure; null for failures that do not concern it. */
export function errorCodeFor(error: unknown): LauncherErrorCode | null {
  if (!(error instanceof RequestFailed)) return null;
  if (error.unanswered) return 'network';
  // A revoked tenant answers every path with the same plain page.
  if (error.status === 404 && error.problem === null) return 'tenant_unavailable';
  if (error.status === 401 && error.problem !== null) return 'token_invalid';
  if (error.code === 'user_disabled' || error.code === 'user_blocked') return 'user_disabled';
  if (error.code === 'subscription_inactive') return 'subscription';
  return error.code === 'quota_exceeded' ? 'quota' : null;
}

function reportEnd(answer: Answer, report: (status: string) => void): void {
  const stop = effect(() => {
    const state = answer.state.value;
    if (state === 'waiting' || state === 'streaming') return;
    queueMicrotask(() => {
      stop();
      report(state);
    });
  });
}

function countsOf({ used, limit }: UsageDimension) {
  return { used, limit };
}
