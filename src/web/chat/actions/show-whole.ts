import type { Chat } from '../state/chat.ts';
import { showEarlier } from './show-conversation.ts';

const mostMessages = 200;

/** Loads everything of the conversation; false when a page failed, or another conversation was opened. */
export async function showWhole(chat: Chat): Promise<boolean> {
  const open = chat.current.value;
  while (open.earlierCursor.value !== null && chat.current.value === open) {
    if (!(await showEarlier(chat, mostMessages))) return false;
  }
  return chat.current.value === open;
}
