import { effect, untracked } from '@preact/signals';
import type { ShortcutTargets } from './actions/start-shortcuts.ts';
import { deferred, whenLoaded } from './parts.ts';
import type { Chat } from './state/chat.ts';

/** An idle page loads its deferred part. An answer that is running and a shortcut need it at once. */
export function startDeferred(chat: Chat, targets: ShortcutTargets): () => void {
  const load = () => whenLoaded(chat, () => undefined);
  if (chat.data.conversation?.active_job_uuid) load();
  else whenIdle(load);
  addEventListener('online', load);
  const onKeyDown = (event: KeyboardEvent) => {
    if (deferred.loaded.peek() !== null || !mayBeShortcut(event)) return;
    // The browser has shortcuts of its own with these keys, and would not wait.
    if (event.ctrlKey || event.metaKey) event.preventDefault();
    whenLoaded(chat, (part) => part.performKey(event, chat, targets));
  };
  addEventListener('keydown', onKeyDown);
  const end = effect(() => {
    const part = deferred.loaded.value;
    return part === null ? undefined : untracked(() => part.startPage(chat, targets));
  });
  return () => {
    removeEventListener('online', load);
    removeEventListener('keydown', onKeyDown);
    end();
  };
}

/** A letter with Ctrl needs the right Shift: the same key without it may be the reader's own, such as to copy. */
function mayBeShortcut({ key, shiftKey, ctrlKey, metaKey }: KeyboardEvent): boolean {
  if (ctrlKey || metaKey) return (shiftKey ? /^[oc]$/i : /^k$/i).test(key);
  // The browser closes what is open, and the key has nothing more to do once the part is loaded.
  return key === 'Escape' ? document.querySelector(':popover-open') === null : /^[?/]$/.test(key);
}

/** Safari has no idle callbacks. */
function whenIdle(task: () => void): void {
  if ('requestIdleCallback' in window) requestIdleCallback(task, { timeout: 500 });
  else setTimeout(task);
}
