import { whenLoaded } from '../parts.ts';
import type { Chat } from '../state/chat.ts';

/** An answer is never written for as long, so one that is running is always within it. */
const reopensForMs = 24 * 3_600_000;

/**
 * After a page load, the visitor's last conversation continues, with what is running in it. What the visitor has begun
 * meanwhile stays.
 */
export function restoreLast(chat: Chat): void {
  if (hasBegun(chat)) return;
  const [last] = chat.list.items.value;
  if (last === undefined || Date.now() - Date.parse(last.last_message_at) > reopensForMs) return;
  whenLoaded(chat, (part) => {
    // Typing does not wait for what is loaded.
    if (!hasBegun(chat)) void part.showConversation(chat, last.conversation_uuid, last.title);
  });
}

function hasBegun({ current, drafts }: Chat): boolean {
  const { uuid, turns } = current.value;
  return uuid.value !== null || turns.value.length > 0 || drafts.draft.value !== '';
}
