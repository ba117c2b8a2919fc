import { batch } from '@preact/signals';
import { RequestFailed } from '../../shared/api/request-failed.ts';
import { text } from '../../shared/text/text.ts';
import type { Chat } from '../state/chat.ts';
import { createConversation, fillConversation, type OpenConversation } from '../state/open-conversation.ts';
import { groupTurns } from '../state/turn.ts';
import { turnTo } from '../state/turn-to.ts';
import { followRunning } from './follow-running.ts';
import { handleFailure } from './handle-failure.ts';
import { joinEarlier } from './join-earlier.ts';

export async function showConversation(chat: Chat, uuid: string, title = ''): Promise<void> {
  if (chat.current.value.uuid.value === uuid) return;
  const kept = chat.background.get(uuid);
  const open = kept ?? createConversation(uuid, title);
  turnTo(chat, open);
  if (kept === undefined) await readInto(chat, open, uuid);
}

/** Changes to the conversation by another tab or device. */
export async function refreshConversation(chat: Chat): Promise<void> {
  const open = chat.current.value;
  const uuid = open.uuid.value;
  if (uuid === null || open.running.value !== null || open.loading.value) return;
  const stored = await chat.client.readConversation(uuid).catch(() => null);
  if (stored === null || open.running.value !== null) return;
  const newest = stored.messages.findLast(({ role }) => role === 'assistant')?.message_uuid;
  const known = open.turns.value.some((turn) =>
    turn.answers.value.some((answer) => answer.uuid.value === newest),
  );
  open.title.value = stored.title;
  open.context.value = stored.context_usage;
  if (known && stored.active_job_uuid === null) return;
  fillConversation(open, stored);
  if (stored.active_job_uuid !== null) void followRunning(chat, open, stored.active_job_uuid);
}

export async function showEarlier(chat: Chat): Promise<void> {
  const open = chat.current.value;
  const uuid = open.uuid.value;
  const before = open.earlierCursor.value;
  if (uuid === null || before === null || open.loading.value) return;
  open.loading.value = true;
  try {
    const stored = await chat.client.readConversation(uuid, { before });
    open.earlierCursor.value = stored.has_more ? stored.next_cursor : null;
    open.turns.value = joinEarlier(groupTurns(stored.messages), open.turns.value);
  } catch (error) {
    handleFailure(chat, error);
  } finally {
    open.loading.value = false;
  }
}

async function readInto(chat: Chat, open: OpenConversation, uuid: string): Promise<void> {
  open.loading.value = true;
  try {
    const stored = await chat.client.readConversation(uuid);
    batch(() => fillConversation(open, stored));
    if (stored.active_job_uuid !== null) void followRunning(chat, open, stored.active_job_uuid);
  } catch (error) {
    if (chat.current.value === open) turnTo(chat, createConversation());
    if (error instanceof RequestFailed && error.status === 404) chat.list.remove(uuid);
    handleFailure(chat, error, [{ label: text.tryAgain, run: () => void showConversation(chat, uuid) }]);
  } finally {
    open.loading.value = false;
  }
}
