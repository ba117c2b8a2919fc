import { RequestFailed } from '#client/request-failed.ts';
import { toast } from '../../shared/components/toast.tsx';
import { isOffline } from '../../shared/offline.ts';
import { laterText } from '../../shared/text/later-text.ts';
import { text } from '../../shared/text/text.ts';
import { call } from '../state/call.ts';
import type { Chat } from '../state/chat.ts';

const againMs = 5_000;

/**
 * Says while the service cannot be reached from a browser that is offline, and when it can be again. The browser alone
 * is not believed: it may have lost another network than the one that leads to the service.
 */
export function watchNetwork(chat: Pick<Chat, 'notice' | 'offline' | 'send'>): () => void {
  const done = new AbortController();
  const { signal } = done;
  let again = 0;
  const look = async () => {
    clearTimeout(again);
    const offline = isOffline() && (await isUnanswered(chat)) && isOffline();
    if (signal.aborted) return;
    if (offline) again = window.setTimeout(look, againMs);
    show(chat, offline);
  };
  look();
  addEventListener('online', look, { signal });
  addEventListener('offline', look, { signal });
  return () => {
    done.abort();
    clearTimeout(again);
  };
}

function isUnanswered(chat: Pick<Chat, 'send'>): Promise<boolean> {
  return chat.send(call('getUsage', {})).then(
    () => false,
    (error: unknown) => error instanceof RequestFailed && error.unanswered,
  );
}

function show(chat: Pick<Chat, 'notice' | 'offline'>, offline: boolean): void {
  const wasOffline = chat.offline.peek();
  chat.offline.value = offline;
  if (offline) return;
  const said = chat.notice.peek()?.message;
  // A page that lost its network before it had loaded this part learned of it from the notice alone.
  if (!wasOffline && said !== text.problems.offline) return;
  if (said === text.problems.offline || said === text.problems.unreachable) chat.notice.value = null;
  toast(laterText.online);
}
