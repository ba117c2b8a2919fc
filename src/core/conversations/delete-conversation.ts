import type { ConversationDeleted } from '#contract/resources.ts';
import { errors } from '../errors.ts';
import type { Owner } from '../identity/caller.ts';
import { isUuid } from '../shared/new-id.ts';
import type { LiveTurn } from '../turn/live-turn.ts';
import type { ConversationStore } from './conversation-store.ts';
import { presentDeleted } from './present-conversation.ts';

/** The turns that this process runs. */
export interface LiveTurns {
  find(turnId: string): Pick<LiveTurn, 'stop'> | null;
}

/** Erases a conversation. Its turns stop at once in this process, and with the next heartbeat in others. */
export async function deleteConversation(
  conversations: ConversationStore,
  liveTurns: LiveTurns,
  owner: Owner,
  conversationId: string,
): Promise<ConversationDeleted> {
  const id = conversationId.toLowerCase();
  const running = isUuid(id) ? await conversations.delete(owner, id) : null;
  if (running === null) throw errors.conversationNotFound();
  for (const turnId of running) {
    liveTurns.find(turnId)?.stop({ kind: 'cancelled', code: 'conversation_not_found' });
  }
  return presentDeleted(id);
}
