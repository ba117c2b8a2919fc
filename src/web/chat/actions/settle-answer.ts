import type { Usage } from '#contract/resources.ts';
import { laterText } from '../../shared/text/later-text.ts';
import type { Answer } from '../state/answer.ts';
import { call } from '../state/call.ts';
import type { Chat, Reading } from '../state/chat.ts';
import { setMark } from '../state/marks.ts';
import type { OpenConversation, Running } from '../state/open-conversation.ts';
import type { Turn } from '../state/turn.ts';
import { announce } from './announce.ts';
import { handleFailure, isSessionOver } from './handle-failure.ts';
import { restoreDraft } from './restore-draft.ts';
import type { RunListener } from './run-answer.ts';

export function listenerFor(chat: Chat, open: OpenConversation): RunListener {
  return {
    onConnection: (connected) => {
      if (chat.current.value !== open) return;
      chat.status.value = connected ? laterText.progress.answering : laterText.progress.reconnecting;
    },
    onUsage: (usage: Usage) => {
      chat.usage.value = usage;
    },
    onAccepted: (uuid) => {
      chat.status.value = laterText.progress.answering;
      chat.background.set(uuid, open);
      setMark(uuid, 'running');
      if (open.uuid.value === null) adopt(chat, open, uuid);
    },
  };
}

/** Runs after an answer has ended, however it ended. */
export async function endTurn(
  chat: Chat,
  open: OpenConversation,
  turn: Turn,
  running: Running,
): Promise<void> {
  const uuid = open.uuid.value;
  if (uuid !== null) setMark(uuid, chat.current.value === open ? null : 'unread');
  announceEnd(chat, open, running.answer);
  await settle(chat, open, turn, running.answer);
  restoreDraft(chat, open, turn, running);
}

/** Announced once, and only for the conversation that is shown. */
function announceEnd(
  chat: Pick<Chat, 'current' | 'ended' | 'spoken' | 'status'>,
  open: OpenConversation,
  answer: Answer,
): void {
  if (answer.state.value === 'complete') chat.ended.value = { title: open.title.value };
  if (chat.current.value !== open) return;
  const { answerComplete, answerStopped, answerFailed } = laterText.progress;
  const complete = answer.state.value === 'complete';
  chat.status.value = complete
    ? answerComplete
    : answer.state.value === 'failed'
      ? answerFailed
      : answerStopped;
  if (complete) announce(chat.spoken, answer.content.value);
}

/** Updates, after an answer, its usage, the fill of the context, the title and which question it belongs to. */
async function settle(chat: Reading, open: OpenConversation, turn: Turn, answer: Answer): Promise<void> {
  const uuid = open.uuid.value;
  if (uuid === null) return;
  if (open.running.value === null) chat.background.delete(uuid);
  const [stored, usage] = await Promise.allSettled([
    chat.send(call('getConversation', { params: { uuid }, query: { limit: 1 } })),
    chat.send(call('getUsage', {})),
  ]);
  if (usage.status === 'fulfilled') chat.usage.value = usage.value.usage;
  if (stored.status === 'rejected') {
    // An answer that was cut because its user was disabled ends here.
    if (isSessionOver(stored.reason)) handleFailure(chat, stored.reason);
    return;
  }
  open.title.value = stored.value.title;
  open.context.value = stored.value.context_usage;
  const last = stored.value.messages.at(-1);
  if (last !== undefined && last.message_uuid === answer.uuid.value) {
    turn.uuid.value = last.reply_to;
    answer.actions.value = last.actions ?? [];
  }
  const { title, agent_slug, pinned, archived, created_at, updated_at } = stored.value;
  const count = chat.list.items.value.find((item) => item.conversation_uuid === uuid)?.message_count ?? 2;
  chat.list.put({
    conversation_uuid: uuid,
    title,
    agent_slug,
    pinned,
    archived,
    created_at,
    updated_at,
    last_message_at: updated_at,
    message_count: count,
  });
}

/** The new conversation is stored now. */
function adopt(chat: Pick<Chat, 'current' | 'drafts' | 'list'>, open: OpenConversation, uuid: string): void {
  open.uuid.value = uuid;
  const title = (open.turns.value[0]?.question.value ?? '').slice(0, 80);
  open.title.value = title;
  const now = new Date().toISOString();
  chat.list.put({
    conversation_uuid: uuid,
    title,
    agent_slug: '',
    message_count: 2,
    pinned: false,
    archived: false,
    last_message_at: now,
    created_at: now,
    updated_at: now,
  });
  if (chat.current.value === open) chat.drafts.adopt(uuid);
}
