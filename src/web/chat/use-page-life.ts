import { effect } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { text } from '../shared/text/text.ts';
import { addressOf, conversationIn } from './address.ts';
import type { Chat } from './state/chat.ts';
import { followRunning } from './state/follow-running.ts';
import { refreshConversation, showConversation, startNewConversation } from './state/show-conversation.ts';

/** The page beside its own controls: its URL and title, coming back to it, an answer from before. */
export function usePageLife(chat: Chat): void {
  useEffect(() => {
    const { conversation } = chat.data;
    if (conversation?.active_job_uuid) {
      void followRunning(chat, chat.current.value, conversation.active_job_uuid);
    }
    return chat.data.mode === 'page' ? keepAddress(chat) : undefined;
  }, [chat]);
  useEffect(() => watchReturn(() => void refreshConversation(chat)), [chat]);
}

function keepAddress(chat: Chat): () => void {
  const stop = effect(() => {
    const { uuid, title } = chat.current.value;
    document.title = `${title.value || text.conversation.untitled} · ${chat.data.tenant.name}`;
    if (conversationIn(location.href) !== uuid.value) history.pushState(null, '', addressOf(uuid.value));
  });
  const onPopState = () => {
    const uuid = conversationIn(location.href);
    if (uuid === null) startNewConversation(chat);
    else void showConversation(chat, uuid);
  };
  addEventListener('popstate', onPopState);
  return () => {
    stop();
    removeEventListener('popstate', onPopState);
  };
}

function watchReturn(refresh: () => void): () => void {
  const done = new AbortController();
  const { signal } = done;
  addEventListener('online', refresh, { signal });
  addEventListener('pageshow', (event) => event.persisted && refresh(), { signal });
  document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && refresh(), {
    signal,
  });
  return () => done.abort();
}
