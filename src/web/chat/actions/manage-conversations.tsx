import type { ConversationSummary } from '#contract/resources.ts';
import { offerUndo } from '../../shared/components/offer-undo.tsx';
import { toast } from '../../shared/components/toast.tsx';
import { laterText } from '../../shared/text/later-text.ts';
import { focusComposer } from '../composer/focus-composer.ts';
import { call } from '../state/call.ts';
import type { ConversationChange } from '../state/change-item.ts';
import type { ReaderState, Reading, Service } from '../state/chat.ts';
import { startNewConversation } from '../state/turn-to.ts';
import { handleFailure } from './handle-failure.ts';

export async function renameConversation(chat: Reading, uuid: string, title: string): Promise<void> {
  const renamed = await change(chat, uuid, { title });
  if (renamed === null) return;
  chat.list.change(uuid, { title: renamed.title });
  if (chat.current.value.uuid.value === uuid) chat.current.value.title.value = renamed.title;
}

export async function pinConversation(
  chat: Reading,
  item: ConversationSummary,
  pinned: boolean,
): Promise<void> {
  const changed = await change(chat, item.conversation_uuid, { pinned });
  if (changed === null) return;
  chat.list.put(changed);
  const { pinned: pin, unpinned } = laterText.manage;
  offerUndo(pinned ? pin : unpinned, laterText.undo, () => void pinConversation(chat, changed, !pinned));
}

export async function archiveConversation(
  chat: Reading,
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
  offerUndo(
    archived ? away : unarchived,
    laterText.undo,
    () => void archiveConversation(chat, changed, !archived),
  );
}

export async function deleteConversation(chat: Reading, uuid: string): Promise<void> {
  try {
    await chat.send(call('deleteConversation', { params: { uuid } }));
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

/** Rejects when the service refuses. Running answers end there, too; what is being written stays in its field. */
export async function deleteAllConversations(chat: Reading): Promise<void> {
  await chat.send(call('deleteOwnConversations', {}));
  for (const { running } of [chat.current.value, ...chat.background.values()]) {
    if (running.value === null) continue;
    running.value.stopped.value = true;
    running.value.abort.abort();
  }
  chat.background.clear();
  chat.list.items.value = [];
  chat.list.cursor.value = null;
  chat.list.archive.value = null;
  chat.list.query.value = '';
  startNewConversation(chat);
  toast(laterText.all.deleted);
  // Another window may have begun a conversation meanwhile.
  chat.list.refresh().catch(() => undefined);
  // The dialog has closed by then, and has given the focus back to the menu.
  requestAnimationFrame(() => focusComposer());
}

/** The button that opened the dialog was removed with its conversation. */
function keepFocus(isOpen: boolean): void {
  if (document.activeElement !== null && document.activeElement !== document.body) return;
  if (isOpen) focusComposer();
  else document.querySelector<HTMLElement>('.new-chat')?.focus();
}

/** The conversation as it is now; null when the change was refused, which the page then says. */
async function change(chat: ReaderState & Service, uuid: string, wanted: ConversationChange) {
  try {
    return await chat.send(call('renameConversation', { params: { uuid }, body: wanted }));
  } catch (error) {
    handleFailure(chat, error);
    return null;
  }
}
