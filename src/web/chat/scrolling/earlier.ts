import { shortcutLetter } from '../../shared/shortcut-letter.ts';
import { printConversation } from '../actions/print-conversation.ts';
import { showEarlier } from '../actions/show-conversation.ts';
import { showWhole } from '../actions/show-whole.ts';
import type { Reading } from '../state/chat.ts';

/** Loads earlier messages before the reader reaches them. The returned function looks for them again. */
export function watchEarlier(node: HTMLElement, chat: Reading, signal: AbortSignal): () => void {
  const onMove = (entries: readonly IntersectionObserverEntry[]) => {
    if (entries.some(({ isIntersecting }) => isIntersecting)) void showEarlier(chat);
  };
  const button = new IntersectionObserver(onMove, { root: node, rootMargin: '200% 0px 0px' });
  signal.addEventListener('abort', () => button.disconnect());
  return () => {
    button.disconnect();
    if (node.firstElementChild?.classList.contains('earlier')) button.observe(node.firstElementChild);
  };
}

/** The browser prints and searches what the page has, so everything is loaded first. */
export function watchWhole(chat: Reading, signal: AbortSignal): void {
  const onKeyDown = (event: KeyboardEvent) => {
    const isShortcut = (event.ctrlKey || event.metaKey) && !event.shiftKey;
    if (!isShortcut || chat.current.value.earlierCursor.value === null) return;
    const letter = shortcutLetter(event);
    if (letter === 'f') void showWhole(chat);
    if (letter !== 'p') return;
    event.preventDefault();
    void printConversation(chat);
  };
  document.addEventListener('keydown', onKeyDown, { signal });
}
