import type { Chat } from '../state/chat.ts';
import { cancelEdit } from '../state/edit-question.ts';
import { stopAnswer } from './stop-answer.ts';

/**
 * Closes what is open on top, and stops an answer only where nothing is. Returns whether there was something to do.
 * Dialogs and menus are closed by the browser.
 */
export function closeTop(chat: Pick<Chat, 'current' | 'send'>, closeSidebar: () => boolean): boolean {
  if (document.querySelector(':popover-open, dialog[open]') !== null) return false;
  const open = chat.current.value;
  if (closeSidebar()) return true;
  if (open.editing.value !== null) {
    cancelEdit(open);
  } else if (open.earlier.value !== null) {
    open.earlier.value = null;
  } else if (open.running.value !== null) {
    void stopAnswer(chat);
  } else {
    return false;
  }
  return true;
}
