import { effect, signal } from '@preact/signals';
import { readTagged } from '#client/request.ts';
import { RequestFailed } from '#client/request-failed.ts';
import { reconnectMoment } from '../../shared/api/reconnect-moment.ts';
import { handleFailure, isSessionOver } from '../actions/handle-failure.ts';
import { call } from '../state/call.ts';
import type { Chat } from '../state/chat.ts';
import type { OpenConversation } from '../state/open-conversation.ts';
import { applyChange, leaveDeleted } from './apply-change.ts';

const waitSeconds = 25;

/** The state of each conversation that the page knows, by the name that the service gave it. */
const tags = new WeakMap<OpenConversation, string>();

/**
 * Follows what another window or device does to the conversation that is shown: one waiting read, while the page is
 * visible and writes no answer itself.
 */
export function keepLive(chat: Chat): () => void {
  const visible = signal(!document.hidden);
  const note = () => {
    visible.value = !document.hidden;
  };
  document.addEventListener('visibilitychange', note);
  const stop = effect(() => {
    const open = chat.current.value;
    const uuid = open.uuid.value;
    const isIdle = open.running.value === null && !open.loading.value;
    if (uuid === null || !isIdle || !visible.value || chat.session.value !== 'open') return;
    const controller = new AbortController();
    follow(chat, open, uuid, controller.signal).catch(() => undefined);
    return () => controller.abort();
  });
  return () => {
    stop();
    document.removeEventListener('visibilitychange', note);
  };
}

/** Ends when the signal aborts, and rejects then, or when there is nothing left to follow. */
async function follow(chat: Chat, open: OpenConversation, uuid: string, signal: AbortSignal): Promise<void> {
  let isFirstLook = true;
  for (let failures = 0; ; ) {
    try {
      const known = tags.get(open) ?? null;
      const query = { limit: 1, wait: known === null ? null : waitSeconds };
      const latest = call('getConversation', { params: { uuid }, query });
      const read = await readTagged(chat.request, latest, known, { signal });
      failures = 0;
      if (read !== 'unchanged') {
        if (read.etag !== null) tags.set(open, read.etag);
        await applyChange(chat, open, read.data, isFirstLook, signal);
      }
      isFirstLook = false;
    } catch (error) {
      signal.throwIfAborted();
      if (isSessionOver(error)) return handleFailure(chat, error);
      if (error instanceof RequestFailed && error.code === 'conversation_not_found')
        return leaveDeleted(chat, open);
      await reconnectMoment(++failures, signal);
    }
  }
}
