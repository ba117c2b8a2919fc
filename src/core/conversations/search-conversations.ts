import { limits } from '#contract/limits.ts';
import type { ConversationList } from '#contract/resources.ts';
import type { Owner } from '../identity/caller.ts';
import type { ReaderEntry } from '../jobs/reader-slots.ts';
import type { ListPosition } from './conversation-store.ts';
import { checkAgentSlug, type ListRequest } from './list-conversations.ts';
import { checkPageSize, parseListCursor } from './page.ts';
import { presentSearch } from './present-conversation.ts';
import type { ConversationSearch, SearchedPart, SearchHit, SearchQuery } from './search-store.ts';
import { patternsIn } from './search-words.ts';

/** The time limit of a search; its parts are much shorter, so that the last one does not exceed it. */
const searchMs = 280;
const partMs = 40;
const firstPart = 4;
const largestPart = 1_024;

interface SearchServices {
  readonly search: ConversationSearch;
  readonly readers: ReaderEntry;
  /** Monotonic milliseconds. */
  readonly now?: () => number;
}

interface SearchRequest extends ListRequest {
  readonly q: string;
}

/**
 * The owner's conversations in whose titles, questions and answers every word occurs, archived or not, newest activity
 * first. It reads until the page is full, all is read, or the time is up, and its cursor continues from there. An
 * owner's searches wait for each other, so each of them is one of its waiting readers.
 */
export async function searchConversations(
  { search, readers, now = () => performance.now() }: SearchServices,
  owner: Owner,
  request: SearchRequest,
): Promise<ConversationList> {
  const limit = checkPageSize(request.limit, limits.conversationPage);
  const query = {
    patterns: patternsIn(request.q),
    agentSlug: checkAgentSlug(request.agentSlug),
    archived: request.archived === undefined ? null : request.archived === 'true',
  };
  using _ = readers.enter(owner);
  const found = await readParts({ search, now }, owner, query, parseListCursor(request.cursor), limit);
  const isFull = found.hits.length > limit;
  const hits = found.hits.slice(0, limit);
  return presentSearch(hits, isFull ? (hits.at(-1)?.position ?? null) : found.behind);
}

/** What was found, and the position after which nothing was read; null when all was. */
async function readParts(
  { search, now }: Required<Omit<SearchServices, 'readers'>>,
  owner: Owner,
  query: Omit<SearchQuery, 'after' | 'count'>,
  from: ListPosition | null,
  limit: number,
): Promise<{ readonly hits: readonly SearchHit[]; readonly behind: ListPosition | null }> {
  const startedAt = now();
  const hits: SearchHit[] = [];
  let [after, count] = [from, firstPart];
  for (;;) {
    const partStartedAt = now();
    const part = await readPart(search, owner, { ...query, after, count });
    const readAt = now();
    hits.push(...part.hits);
    if (part.end === null) return { hits, behind: null };
    after = part.end;
    const tookMs = Math.max(1, readAt - partStartedAt);
    if (hits.length > limit || readAt - startedAt + tookMs > searchMs) return { hits, behind: after };
    count = Math.max(1, Math.min(largestPart, count * 4, Math.floor((part.read * partMs) / tookMs)));
  }
}

/** A part that takes too long is read again as one conversation, and that, if need be, by its title alone. */
async function readPart(search: ConversationSearch, owner: Owner, query: SearchQuery): Promise<SearchedPart> {
  const part = await search.read(owner, query);
  if (part !== null) return part;
  const one = { ...query, count: 1 };
  return (query.count > 1 ? await search.read(owner, one) : null) ?? search.readTitles(owner, one);
}
