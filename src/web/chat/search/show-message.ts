import { showConversation, showEarlier } from '../actions/show-conversation.ts';
import { untilDrawn } from '../scrolling/until-drawn.ts';
import type { Chat, Reading } from '../state/chat.ts';
import type { OpenConversation } from '../state/open-conversation.ts';
import { markFound } from './mark-found.ts';
import type { Hit } from './search-conversations.ts';

/** Opens a conversation at the message that was found, however far up it is, and marks the words in it. */
export async function showMessage(chat: Chat, hit: Hit, words: readonly string[]): Promise<void> {
  await showConversation(chat, hit.conversation_uuid, hit.title);
  const open = chat.current.peek();
  if (open.uuid.peek() !== hit.conversation_uuid || !hit.match?.message_uuid) return;
  const place = await find(chat, open, hit.match.message_uuid);
  if (place === null || chat.current.peek() !== open) return;
  await untilDrawn();
  // The page would follow the end of what was opened: what is found stays in view, whatever grows there.
  open.place.value = 'reader';
  markFound(place, words);
}

/** The number of the turn, and which part of it. Earlier pages are read until the message is there. */
async function find(chat: Reading, open: OpenConversation, uuid: string) {
  for (;;) {
    const turns = open.turns.peek();
    for (const [index, turn] of turns.entries()) {
      if (turn.key === uuid || turn.uuid.peek() === uuid) return { index, part: 'question' } as const;
      const version = turn.answers.peek().findIndex((answer) => answer.uuid.peek() === uuid);
      if (version < 0) continue;
      turn.shown.value = version;
      return { index, part: 'answer' } as const;
    }
    const cursor = open.earlierCursor.peek();
    if (cursor === null) return null;
    await showEarlier(chat);
    if (open.earlierCursor.peek() === cursor || chat.current.peek() !== open) return null;
  }
}
