import { effect } from '@preact/signals';
import { text } from '../../shared/text/text.ts';
import type { Chat } from '../state/chat.ts';
import { showNotification } from '../state/notifications.ts';

/** Counts the answers that became ready while the page was hidden: in its title, on its icon, by a notification. */
export function watchAway(chat: Pick<Chat, 'data' | 'ended' | 'unseen'>): () => void {
  const stop = effect(() => {
    const ended = chat.ended.value;
    if (ended === null || !document.hidden) return;
    const count = chat.unseen.peek() + 1;
    chat.unseen.value = count;
    setBadge(count);
    showNotification(chat, ended.title || text.conversation.untitled);
  });
  const onReturn = () => {
    if (document.hidden || chat.unseen.peek() === 0) return;
    chat.unseen.value = 0;
    setBadge(0);
  };
  document.addEventListener('visibilitychange', onReturn);
  return () => {
    stop();
    document.removeEventListener('visibilitychange', onReturn);
  };
}

/** Only some browsers have badges, and only for pages that are installed. */
function setBadge(count: number): void {
  if (!('setAppBadge' in navigator)) return;
  const done = count === 0 ? navigator.clearAppBadge() : navigator.setAppBadge(count);
  done.catch(() => undefined);
}
