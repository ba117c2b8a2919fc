import { effect } from '@preact/signals';
import { text } from '../../shared/text/text.ts';
import { addressOf, conversationIn } from '../address.ts';
import type { Chat } from '../state/chat.ts';
import { startNewConversation } from '../state/turn-to.ts';
import { followRunning } from './follow-running.ts';
import { readFirstQuestion, refreshConversation, showConversation } from './show-conversation.ts';
import { listenForKeys, type ShortcutTargets } from './start-shortcuts.ts';

/**
 * The page beside its own controls: its URL and title, coming back to it, its keys, an answer from before. Returns
 * what ends them.
 */
export function startPage(chat: Chat, targets: ShortcutTargets): () => void {
  const { conversation, mode } = chat.data;
  const opened = chat.current.value;
  if (conversation?.active_job_uuid && opened.uuid.value === conversation.conversation_uuid) {
    void followRunning(chat, opened, conversation.active_job_uuid);
  }
  void readFirstQuestion(chat, opened);
  const ends = [
    watchReturn(() => void refreshConversation(chat)),
    listenForKeys(chat, targets),
    ...(mode === 'page' ? [keepAddress(chat)] : []),
  ];
  return () => {
    for (const end of ends) end();
  };
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
