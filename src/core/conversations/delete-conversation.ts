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
  const isErased = isUuid(id) && (await eraseConversation(conversations, liveTurns, owner, id));
  if (!isErased) throw errors.conversationNotFound();
  return presentDeleted(id);
}

/** False: there was none. */
export async function eraseConversation(
  conversations: ConversationStore,
  liveTurns: LiveTurns,
  owner: Owner,
  id: string,
): Promise<boolean> {
  const running = await conversations.delete(owner, id);
  for (const turnId of running ?? []) {
    liveTurns.find(turnId)?.stop({ kind: 'cancelled', code: 'conversation_not_found' });
  }
  return running !== null;
}
