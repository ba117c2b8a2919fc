import { copyText } from '../../shared/copy-text.ts';
import { shortcutLetter } from '../../shared/shortcut-letter.ts';
import { focusComposer } from '../composer/focus-composer.ts';
import { isTyping } from '../composer/is-typing.ts';
import type { Chat } from '../state/chat.ts';
import { lastAnswer } from '../state/open-conversation.ts';
import { startNewConversation } from '../state/turn-to.ts';
import { closeTop } from './close-top.ts';

export interface ShortcutTargets {
  readonly onHelp: () => void;
  readonly onSearch: () => void;
  /** Whether there was a sidebar to close. */
  readonly closeSidebar: () => boolean;
}

/** Performs shortcuts until the returned function ends it. */
export function listenForKeys(chat: Chat, targets: ShortcutTargets): () => void {
  const done = new AbortController();
  const { signal } = done;
  let popoverClosedAt = 0;
  const onKeyDown = (event: KeyboardEvent) => {
    // Some browsers close a menu before they report the key.
    const hasClosed = event.key === 'Escape' && popoverClosedAt >= event.timeStamp;
    if (event.defaultPrevented || hasClosed) return;
    if (performKey(event, chat, targets)) event.preventDefault();
  };
  document.addEventListener('keydown', onKeyDown, { signal });
  const onToggle = (event: ToggleEvent) => {
    if (event.newState === 'closed') popoverClosedAt = event.timeStamp;
  };
  document.addEventListener('beforetoggle', onToggle, { signal, capture: true });
  return () => done.abort();
}

/** Whether the key was a shortcut with something to do. It may have been pressed before this part was loaded. */
export function performKey(event: KeyboardEvent, chat: Chat, targets: ShortcutTargets): boolean {
  if (event.isComposing || event.keyCode === 229) return false;
  if (event.key === 'Escape') return closeTop(chat, targets.closeSidebar);
  const run = actionFor(event, chat, targets);
  run?.();
  return run !== null;
}

/** Single characters work only outside text fields; combinations work everywhere. */
function actionFor(
  event: KeyboardEvent,
  chat: Pick<Chat, 'current' | 'drafts' | 'notice'>,
  { onHelp, onSearch }: ShortcutTargets,
) {
  if (event.ctrlKey || event.metaKey) {
    const letter = shortcutLetter(event);
    if (letter === 'k' && !event.shiftKey) return onSearch;
    if (letter === 'o' && event.shiftKey) return () => startNewConversation(chat);
    if (letter === 'c' && event.shiftKey)
      return () => void copyText(lastAnswer(chat.current.value)?.content.value ?? '');
    return null;
  }
  if (isTyping(event.target)) return null;
  if (event.key === '?') return onHelp;
  if (event.key === '/') return focusComposer;
  return null;
}
