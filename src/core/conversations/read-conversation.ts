import { limits } from '#contract/limits.ts';
import type { Conversation } from '#contract/resources.ts';
import type { Client } from '../clients/client.ts';
import { errors } from '../errors.ts';
import type { Owner } from '../identity/caller.ts';
import { type ConfiguredModels, candidatesOf } from '../models/client-models.ts';
import { isUuid } from '../shared/new-id.ts';
import { contextUsage } from './context-usage.ts';
import type { ConversationStore } from './conversation-store.ts';
import { checkPageSize, parseMessageCursor } from './page.ts';
import { presentConversation } from './present-conversation.ts';

/** The query of GET /conversations/{uuid}, each value as it was sent. */
export interface ReadRequest {
  readonly limit?: number | undefined;
  readonly before?: string | undefined;
  readonly include?: 'set_aside' | undefined;
}

/** One conversation with its newest messages, or with those before a cursor, oldest first. */
export async function readConversation(
  conversations: ConversationStore,
  models: ConfiguredModels,
  client: Client,
  owner: Owner,
  conversationId: string,
  request: ReadRequest,
): Promise<Conversation> {
  const query = {
    limit: checkPageSize(request.limit, limits.messagePage),
    before: parseMessageCursor(request.before),
    withSetAside: request.include === 'set_aside',
  };
  const page = isUuid(conversationId) ? await conversations.read(owner, conversationId, query) : null;
  if (page === null) throw errors.conversationNotFound();
  const [candidate] = candidatesOf(client, client.agents.get(page.conversation.agentSlug), false, models);
  return presentConversation(page, contextUsage(page.sizes, candidate));
}
