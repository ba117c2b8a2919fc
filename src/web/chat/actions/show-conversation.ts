import { batch } from '@preact/signals';
import { RequestFailed } from '#client/request-failed.ts';
import type { Conversation } from '#contract/resources.ts';
import { laterText } from '../../shared/text/later-text.ts';
import { text } from '../../shared/text/text.ts';
import { inPlace } from '../scrolling/kept-place.ts';
import { call } from '../state/call.ts';
import type { Chat, Reading } from '../state/chat.ts';
import { largestPage } from '../state/largest-page.ts';
import { setRead } from '../state/marks.ts';
import { createConversation, fillConversation, type OpenConversation } from '../state/open-conversation.ts';
import { groupTurns } from '../state/turn.ts';
import { turnTo } from '../state/turn-to.ts';
import { followRunning } from './follow-running.ts';
import { handleFailure } from './handle-failure.ts';
import { joinEarlier } from './join-earlier.ts';

export async function showConversation(chat: Chat, uuid: string, title = ''): Promise<void> {
  if (chat.current.value.uuid.value === uuid) return;
  setRead(uuid);
  const kept = chat.background.get(uuid);
  const open = kept ?? createConversation(uuid, title);
  turnTo(chat, open);
  if (kept === undefined) await readInto(chat, open, uuid);
}

/** Shows the conversation as it is stored now. */
export async function readAgain(chat: Chat, open: OpenConversation): Promise<void> {
  const uuid = open.uuid.value;
  const stored =
    uuid === null ? null : await chat.send(call('getConversation', { params: { uuid } })).catch(() => null);
  if (stored !== null && open.running.value === null) show(chat, open, stored);
}

function show(chat: Chat, open: OpenConversation, stored: Conversation): void {
  batch(() => {
    fillConversation(open, stored);
    keepEdit(chat, open);
  });
  if (stored.active_job_uuid !== null) void followRunning(chat, open, stored.active_job_uuid);
  void readFirstQuestion(chat, open);
}

/** The text of an edit outlives its question, which another window may have replaced. */
export function keepEdit(chat: Pick<Chat, 'drafts' | 'notice'>, open: OpenConversation): void {
  const editing = open.editing.value;
  if (editing === null) return;
  if (open.turns.value.some(({ uuid }) => uuid.value === editing.questionUuid)) return;
  open.editing.value = null;
  chat.drafts.giveBack(open.uuid.value, editing.text.value);
  if (open.earlierCursor.value === null)
    chat.notice.value = { message: laterText.versions.taken, actions: [] };
}

/** A question with very many versions of its answer is on a page of its own, before the one that was read. */
export async function readFirstQuestion(chat: Reading, open: OpenConversation): Promise<void> {
  while (open.turns.value[0]?.question.value === null) {
    const before = open.earlierCursor.value;
    if (before === null || !(await readEarlier(chat, open, before, largestPage))) return;
  }
}

/** Returns whether an earlier page was added, by this or by what was reading it already. */
export async function showEarlier(chat: Reading, limit?: number): Promise<boolean> {
  const open = chat.current.value;
  const before = open.earlierCursor.value;
  if (before === null) return false;
  if (open.loading.value) {
    await untilLoaded(open);
    return open.earlierCursor.value !== before;
  }
  if (!(await readEarlier(chat, open, before, limit))) return false;
  await readFirstQuestion(chat, open);
  return true;
}

/** Whether it could be read. */
async function readEarlier(
  chat: Reading,
  open: OpenConversation,
  before: string,
  limit?: number,
): Promise<boolean> {
  const uuid = open.uuid.value;
  if (uuid === null || open.loading.value) return false;
  open.loading.value = true;
  try {
    const stored = await chat.send(call('getConversation', { params: { uuid }, query: { before, limit } }));
    // The conversation may have been read again meanwhile.
    if (open.earlierCursor.value !== before) return false;
    const add = () =>
      batch(() => {
        open.earlierCursor.value = stored.has_more ? stored.next_cursor : null;
        open.turns.value = joinEarlier(groupTurns(stored.messages), open.turns.value);
      });
    if (chat.current.value === open) inPlace(add);
    else add();
    return true;
  } catch (error) {
    handleFailure(chat, error);
    return false;
  } finally {
    open.loading.value = false;
  }
}

async function readInto(chat: Chat, open: OpenConversation, uuid: string): Promise<void> {
  open.loading.value = true;
  try {
    const stored = await chat.send(call('getConversation', { params: { uuid } }));
    open.loading.value = false;
    show(chat, open, stored);
  } catch (error) {
    if (chat.current.value === open) turnTo(chat, createConversation());
    if (error instanceof RequestFailed && error.status === 404) chat.list.remove(uuid);
    handleFailure(chat, error, [{ label: text.tryAgain, run: () => void showConversation(chat, uuid) }]);
  } finally {
    open.loading.value = false;
  }
}

/** A question for a conversation that is still being read waits for it, and is then its next question. */
export function untilLoaded({ loading }: OpenConversation): Promise<void> {
  return new Promise((resolve) => {
    const stop = loading.subscribe((isLoading) => {
      if (isLoading) return;
      queueMicrotask(() => stop());
      resolve();
    });
  });
}
