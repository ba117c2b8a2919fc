import { limits } from '#contract/limits.ts';
import type { ConversationList } from '#contract/resources.ts';
import { errors } from '../errors.ts';
import type { Owner } from '../identity/caller.ts';
import type { ConversationStore } from './conversation-store.ts';
import { checkPageSize, parseListCursor } from './page.ts';
import { presentConversationList } from './present-conversation.ts';

/** The query of GET /conversations, each value as it was sent. */
export interface ListRequest {
  readonly limit?: number | undefined;
  readonly cursor?: string | undefined;
  readonly agentSlug?: string | undefined;
  readonly archived?: 'true' | 'false' | undefined;
}

/** One page of an owner's conversations with all agents, newest activity first. */
export async function listConversations(
  conversations: ConversationStore,
  owner: Owner,
  request: ListRequest,
): Promise<ConversationList> {
  const page = await conversations.list(owner, {
    limit: checkPageSize(request.limit, limits.conversationPage),
    after: parseListCursor(request.cursor),
    agentSlug: checkAgentSlug(request.agentSlug),
    archived: request.archived === 'true',
  });
  return presentConversationList(page);
}

/**
 * The first `limit` conversations of an owner, followed by at most as many pinned older ones: a page
 * shows these on top. The next page of the list has them in their places once more.
 */
export async function listWithPinned(
  conversations: ConversationStore,
  owner: Owner,
  limit: number,
): Promise<ConversationList> {
  const [page, pinned] = await Promise.all([
    conversations.list(owner, { limit, after: null, agentSlug: null, archived: false }),
    conversations.pinned(owner, limit),
  ]);
  const first = new Set(page.rows.map(({ id }) => id));
  const older = pinned.filter(({ id }) => !first.has(id));
  return presentConversationList({ ...page, rows: [...page.rows, ...older] });
}

export function checkAgentSlug(slug: string | undefined): string | null {
  if (slug === undefined) return null;
  if (!/^[a-z0-9-]{1,64}$/.test(slug)) {
    throw errors.invalidField('?agent_slug', 'must be the slug of an agent', 'format');
  }
  return slug;
}
