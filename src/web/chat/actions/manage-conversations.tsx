import type { ConversationSummary } from '#contract/resources.ts';
import { toast } from '../../shared/components/toast.tsx';
import { laterText } from '../../shared/text/later-text.ts';
import type { Chat } from '../state/chat.ts';
import type { ConversationChange } from '../state/conversation-list.ts';
import { startNewConversation } from '../state/turn-to.ts';
import { handleFailure } from './handle-failure.ts';

/** Long enough to read it and to reach the button. */
const undoMs = 8_000;

export async function renameConversation(chat: Chat, uuid: string, title: string): Promise<void> {
  const renamed = await change(chat, uuid, { title });
  if (renamed === null) return;
  chat.list.change(uuid, { title: renamed.title });
  if (chat.current.value.uuid.value === uuid) chat.current.value.title.value = renamed.title;
}

export async function pinConversation(chat: Chat, item: ConversationSummary, pinned: boolean): Promise<void> {
  const changed = await change(chat, item.conversation_uuid, { pinned });
  if (changed === null) return;
  chat.list.put(changed);
  const { pinned: pin, unpinned } = laterText.manage;
  offerUndo(pinned ? pin : unpinned, () => void pinConversation(chat, changed, !pinned));
}

export async function archiveConversation(
  chat: Chat,
  item: ConversationSummary,
  archived: boolean,
): Promise<void> {
  const uuid = item.conversation_uuid;
  const changed = await change(chat, uuid, { archived });
  if (changed === null) return;
  const { archive } = chat.list;
  const others = archive.value?.filter((each) => each.conversation_uuid !== uuid) ?? null;
  if (others !== null) archive.value = archived ? [changed, ...others] : others;
  chat.list.put(changed);
  const { archived: away, unarchived } = laterText.manage;
  offerUndo(archived ? away : unarchived, () => void archiveConversation(chat, changed, !archived));
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

/** The conversation as it is now; null when the change was refused, which the page then says. */
async function change(chat: Chat, uuid: string, wanted: ConversationChange) {
  try {
    return await chat.client.changeConversation(uuid, wanted);
  } catch (error) {
    handleFailure(chat, error);
    return null;
  }
}

function offerUndo(message: string, undo: () => void): void {
  toast(
    <>
      {message}
      <button type="button" onClick={undo}>
        {laterText.undo}
      </button>
    </>,
    undoMs,
  );
}
