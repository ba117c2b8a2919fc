import { computed, effect } from '@preact/signals';
import { laterText } from '../../shared/text/later-text.ts';
import type { Chat } from '../state/chat.ts';

/** Says in every conversation that nothing can be sent, before anything is written for nothing. */
export function showBlocked(chat: Pick<Chat, 'current' | 'notice' | 'usage'>): () => void {
  const isBlocked = computed(() => chat.usage.value?.user_blocked === true);
  return effect(() => {
    chat.current.value;
    if (!isBlocked.value) return undefined;
    const notice = { message: laterText.problems.user_blocked, actions: [] };
    chat.notice.value = notice;
    return () => {
      if (chat.notice.peek() === notice) chat.notice.value = null;
    };
  });
}
