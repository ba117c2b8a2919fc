import type { Reading } from '../state/chat.ts';
import { largestPage } from '../state/largest-page.ts';
import { showEarlier } from './show-conversation.ts';

/** Loads everything of the conversation; false when a page failed, or another conversation was opened. */
export async function showWhole(chat: Reading): Promise<boolean> {
  const open = chat.current.value;
  while (open.earlierCursor.value !== null && chat.current.value === open) {
    if (!(await showEarlier(chat, largestPage))) return false;
  }
  return chat.current.value === open;
}
