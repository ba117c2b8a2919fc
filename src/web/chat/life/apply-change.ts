import { batch } from '@preact/signals';
import type { Conversation } from '#contract/resources.ts';
import { text } from '../../shared/text/text.ts';
import { followRunning } from '../actions/follow-running.ts';
import { keepEdit } from '../actions/show-conversation.ts';
import { call } from '../state/call.ts';
import type { Chat } from '../state/chat.ts';
import type { OpenConversation } from '../state/open-conversation.ts';
import { groupTurns, type Turn } from '../state/turn.ts';
import { startNewConversation } from '../state/turn-to.ts';

/**
 * Shows what has changed in a conversation elsewhere. `latest` holds its last message only; a first read, to
 * compare with what is shown, costs no more where they agree.
 */
export async function applyChange(
  chat: Chat,
  open: OpenConversation,
  latest: Conversation,
  isFirstLook: boolean,
  signal: AbortSignal,
): Promise<void> {
  open.title.value = latest.title;
  open.context.value = latest.context_usage;
  const { conversation_uuid: uuid, title, pinned, archived } = latest;
  chat.list.change(uuid, { title, pinned, archived });
  if (isFirstLook && latest.active_job_uuid === null && isShown(open, latest)) return;
  const stored = await chat.send(call('getConversation', { params: { uuid } }), { signal });
  if (open.running.peek() !== null) return;
  batch(() => {
    joinLatest(open, stored);
    keepEdit(chat, open);
  });
  if (stored.active_job_uuid !== null) void followRunning(chat, open, stored.active_job_uuid);
}

/** The conversation was deleted elsewhere. What was being written continues in a new one. */
export function leaveDeleted(
  chat: Pick<Chat, 'current' | 'drafts' | 'list' | 'notice'>,
  open: OpenConversation,
): void {
  const uuid = open.uuid.peek();
  if (uuid !== null) chat.list.remove(uuid);
  if (chat.current.peek() !== open) return;
  const draft = chat.drafts.draft.peek();
  startNewConversation(chat);
  if (chat.drafts.draft.peek() === '') chat.drafts.write(draft);
  chat.notice.value = { message: text.problems.conversation_not_found, actions: [] };
}

function isShown(open: OpenConversation, { messages }: Conversation): boolean {
  const last = messages.at(-1);
  if (last === undefined || last.role === 'user') return false;
  const answers = open.turns.value.at(-1)?.answers.value ?? [];
  return answers.some(({ uuid, state }) => uuid.value === last.message_uuid && state.value === last.status);
}

/** Replaces what is shown of the latest page. Turns that are the same keep their place on the page. */
function joinLatest(open: OpenConversation, stored: Conversation): void {
  const shown = open.turns.value;
  const turns = groupTurns(stored.messages);
  const first = turns[0] && shown.findIndex((turn) => isSame(turn, turns[0]));
  const isBeyond = first === undefined || first < 0;
  if (isBeyond) open.earlierCursor.value = stored.has_more ? stored.next_cursor : null;
  const kept = turns.map((turn) => shown.find((old) => isSame(old, turn) && isEqual(old, turn)) ?? turn);
  open.turns.value = isBeyond ? kept : [...shown.slice(0, first), ...kept];
}

function isSame(shown: Turn, stored: Turn | undefined): boolean {
  if (stored === undefined) return false;
  if (shown.key === stored.key || (shown.uuid.value !== null && shown.uuid.value === stored.uuid.value))
    return true;
  const uuids = new Set(stored.answers.value.map(({ uuid }) => uuid.value));
  return shown.answers.value.some(({ uuid }) => uuid.value !== null && uuids.has(uuid.value));
}

/** Without its question, the turn continues from the previous page, which has more of it. */
function isEqual(shown: Turn, stored: Turn): boolean {
  if (stored.question.value === null) return true;
  return fingerprint(shown) === fingerprint(stored);
}

function fingerprint({ question, answers }: Turn): string {
  const parts = answers.value.map(({ uuid, state, feedback, actions }) => [
    uuid.value,
    state.value,
    feedback.value,
    actions.value.map(({ status }) => status),
  ]);
  return JSON.stringify([question.value, parts]);
}
