import { copyText } from '../../shared/copy-text.ts';
import type { Chat } from '../state/chat.ts';
import { lastAnswer } from '../state/open-conversation.ts';
import { startNewConversation } from '../state/turn-to.ts';
import { stopAnswer } from './stop-answer.ts';

export interface ShortcutTargets {
  readonly onHelp: () => void;
  readonly onSearch: () => void;
}

/** Single characters work only outside text fields; combinations work everywhere. */
export function listenForKeys(chat: Chat, { onHelp, onSearch }: ShortcutTargets): () => void {
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.defaultPrevented || event.isComposing) return;
    const run = actionFor(event, chat, onHelp, onSearch);
    if (run === null) return;
    event.preventDefault();
    run();
  };
  document.addEventListener('keydown', onKeyDown);
  return () => document.removeEventListener('keydown', onKeyDown);
}

function actionFor(event: KeyboardEvent, chat: Chat, onHelp: () => void, onSearch: () => void) {
  const key = event.key.toLowerCase();
  if (event.ctrlKey || event.metaKey) {
    if (key === 'k' && !event.shiftKey) return onSearch;
    if (key === 'o' && event.shiftKey) return () => startNewConversation(chat);
    if (key === 'c' && event.shiftKey)
      return () => void copyText(lastAnswer(chat.current.value)?.content.value ?? '');
    return null;
  }
  if (key === 'escape') return chat.current.value.running.value === null ? null : () => void stopAnswer(chat);
  if (isTyping(event.target)) return null;
  if (key === '?') return onHelp;
  if (key === '/') return () => document.querySelector<HTMLElement>('.composer textarea')?.focus();
  return null;
}

function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.matches('input, textarea, select, [contenteditable]');
}
