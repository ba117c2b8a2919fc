import { toast } from '../../shared/components/toast.tsx';
import { laterText } from '../../shared/text/later-text.ts';
import { text } from '../../shared/text/text.ts';
import type { Chat } from '../state/chat.ts';

/** Says while the browser is offline, and when it is back. */
export function watchNetwork(chat: Chat): () => void {
  const done = new AbortController();
  const { signal } = done;
  const note = () => {
    const wasOffline = chat.offline.peek();
    chat.offline.value = !navigator.onLine;
    if (!wasOffline || chat.offline.peek()) return;
    const said = chat.notice.peek()?.message;
    if (said === text.problems.offline || said === text.problems.unreachable) chat.notice.value = null;
    toast(laterText.online);
  };
  note();
  addEventListener('online', note, { signal });
  addEventListener('offline', note, { signal });
  return () => done.abort();
}
