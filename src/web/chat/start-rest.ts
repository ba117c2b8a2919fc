import { effect, untracked } from '@preact/signals';
import type { ShortcutTargets } from './actions/start-shortcuts.ts';
import { rest, withRest } from './parts.ts';
import type { Chat } from './state/chat.ts';

/** A capital needs Shift: without it, the key with Ctrl is the reader's own, such as to copy. */
const mayBeShortcut = /^(Escape|[?/kOC])$/;

/** An idle page loads the rest of itself. An answer that is running and a shortcut need it at once. */
export function startRest(chat: Chat, targets: ShortcutTargets): () => void {
  const load = () => withRest(chat, () => undefined);
  if (chat.data.conversation?.active_job_uuid) load();
  else whenIdle(load);
  addEventListener('online', load);
  const onKeyDown = (event: KeyboardEvent) => {
    if (rest.loaded.peek() !== null || !mayBeShortcut.test(event.key)) return;
    // The browser has shortcuts of its own with these keys, and would not wait.
    if (event.ctrlKey || event.metaKey) event.preventDefault();
    withRest(chat, (part) => part.performKey(event, chat, targets));
  };
  addEventListener('keydown', onKeyDown);
  const end = effect(() => {
    const part = rest.loaded.value;
    return part === null ? undefined : untracked(() => part.startPage(chat, targets));
  });
  return () => {
    removeEventListener('online', load);
    removeEventListener('keydown', onKeyDown);
    end();
  };
}

/** Safari has no idle callbacks. */
function whenIdle(task: () => void): void {
  if ('requestIdleCallback' in window) requestIdleCallback(task, { timeout: 500 });
  else setTimeout(task);
}
