import type { ConversationsDeleted } from '#contract/resources.ts';
import type { Owner } from '../identity/caller.ts';
import type { ConversationStore } from './conversation-store.ts';
import { eraseConversation, type LiveTurns } from './delete-conversation.ts';

const batchSize = 200;
/** Deletions at a time: each is a transaction of its own, and other requests need connections, too. */
const atOnce = 4;

/**
 * Deletes every conversation that the owner has at the beginning, each as `deleteConversation` does. One that is begun
 * meanwhile stays. A request that was cut is simply repeated.
 */
export async function deleteAllConversations(
  conversations: ConversationStore,
  liveTurns: LiveTurns,
  owner: Owner,
): Promise<ConversationsDeleted> {
  let until: string | null = null;
  let deleted = 0;
  for (;;) {
    const batch: Awaited<ReturnType<ConversationStore['begunUntil']>> = await conversations.begunUntil(
      owner,
      until,
      batchSize,
    );
    if (batch.ids.length === 0) return { ok: true, deleted };
    until = batch.until;
    for (let from = 0; from < batch.ids.length; from += atOnce) {
      const some = batch.ids.slice(from, from + atOnce);
      const erased = await Promise.all(
        some.map((id) => eraseConversation(conversations, liveTurns, owner, id)),
      );
      deleted += erased.filter(Boolean).length;
    }
  }
}
