import type { Chat } from '../state/chat.ts';
import { showEarlier } from './show-conversation.ts';

/** Prints the whole conversation: what has not been loaded yet would be missing on the paper. */
export async function printConversation(chat: Chat): Promise<void> {
  const open = chat.current.peek();
  for (let cursor = open.earlierCursor.peek(); cursor !== null; cursor = open.earlierCursor.peek()) {
    await showEarlier(chat);
    if (open.earlierCursor.peek() === cursor || chat.current.peek() !== open) return;
  }
  requestAnimationFrame(() => requestAnimationFrame(() => window.print()));
}
