import { effect, untracked } from '@preact/signals';
import type { ShortcutTargets } from './actions/start-shortcuts.ts';
import { rest, withRest } from './parts.ts';
import type { Chat } from './state/chat.ts';

/** An idle page loads the rest of itself. Where an answer is running the rest is needed at once. */
export function startRest(chat: Chat, targets: ShortcutTargets): () => void {
  const load = () => withRest(chat, () => undefined);
  if (chat.data.conversation?.active_job_uuid) load();
  else whenIdle(load);
  addEventListener('online', load);
  const end = effect(() => {
    const part = rest.loaded.value;
    return part === null ? undefined : untracked(() => part.startPage(chat, targets));
  });
  return () => {
    removeEventListener('online', load);
    end();
  };
}

/** Safari has no idle callbacks. */
function whenIdle(task: () => void): void {
  if ('requestIdleCallback' in window) requestIdleCallback(task, { timeout: 500 });
  else setTimeout(task);
}
