import { toast } from '../../shared/components/toast.tsx';
import { laterText } from '../../shared/text/later-text.ts';
import type { Chat } from '../state/chat.ts';
import { startNewConversation } from '../state/turn-to.ts';
import { handleFailure } from './handle-failure.ts';

export async function renameConversation(chat: Chat, uuid: string, title: string): Promise<void> {
  try {
    const renamed = await chat.client.renameConversation(uuid, title);
    chat.list.rename(uuid, renamed.title);
    if (chat.current.value.uuid.value === uuid) chat.current.value.title.value = renamed.title;
  } catch (error) {
    handleFailure(chat, error);
  }
}

export async function deleteConversation(chat: Chat, uuid: string): Promise<void> {
  try {
    await chat.client.deleteConversation(uuid);
  } catch (error) {
    handleFailure(chat, error);
    return;
  }
  chat.background.delete(uuid);
  chat.list.remove(uuid);
  const isOpen = chat.current.value.uuid.value === uuid;
  if (isOpen) startNewConversation(chat);
  toast(laterText.deleted);
  requestAnimationFrame(() => keepFocus(isOpen));
}

/** The button that opened the dialog went away with its conversation. */
function keepFocus(isOpen: boolean): void {
  if (document.activeElement !== null && document.activeElement !== document.body) return;
  document.querySelector<HTMLElement>(isOpen ? '.composer textarea' : '.new-chat')?.focus();
}
