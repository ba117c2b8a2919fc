import { whenLoaded } from '../parts.ts';
import type { Chat } from '../state/chat.ts';

/** An answer is never written for as long, so one that is running is always within it. */
const reopensForMs = 24 * 3_600_000;

/**
 * After a page load, the visitor's last conversation continues, with what is running in it. What the visitor has begun
 * meanwhile stays.
 */
export function restoreLast(chat: Chat): void {
  const { uuid, turns } = chat.current.value;
  if (uuid.value !== null || turns.value.length > 0 || chat.drafts.draft.value !== '') return;
  const [last] = chat.list.items.value;
  if (last === undefined || Date.now() - Date.parse(last.last_message_at) > reopensForMs) return;
  whenLoaded(chat, (part) => void part.showConversation(chat, last.conversation_uuid, last.title));
}
