import { batch } from '@preact/signals';
import type { Chat } from './chat.ts';
import { createConversation, type OpenConversation } from './open-conversation.ts';

export function turnTo(chat: Pick<Chat, 'current' | 'drafts' | 'notice'>, open: OpenConversation): void {
  batch(() => {
    chat.current.value = open;
    chat.notice.value = null;
    chat.drafts.turnTo(open.uuid.value);
  });
}

export function startNewConversation(chat: Pick<Chat, 'current' | 'drafts' | 'notice'>): void {
  const { uuid, turns } = chat.current.value;
  if (uuid.value === null && turns.value.length === 0) return;
  turnTo(chat, createConversation());
}
