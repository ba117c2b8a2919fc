import type { Send } from '#client/request.ts';
import type { ConversationSummary } from '#contract/resources.ts';
import { call } from '../state/call.ts';
import { listPage } from '../state/conversation-list.ts';

/** A conversation with the message in which the words were found; without one, they are in its title. */
export type Hit = ConversationSummary;

/** Where to continue; `until` is the day up to which everything has been searched, null when that is not cut off. */
export interface Rest {
  readonly cursor: string;
  readonly until: string | null;
}

/** One request searches only briefly. This many follow each other before the reader is asked. */
const roundsAtOnce = 8;
const enoughHits = 20;

/** Searches from `cursor` on (null: from the newest) and reports what each request brings. */
export async function searchConversations(
  send: Send,
  query: string,
  cursor: string | null,
  signal: AbortSignal,
  onFound: (hits: readonly Hit[], rest: Rest | null) => void,
): Promise<void> {
  let from = cursor;
  let count = 0;
  for (let round = 0; round < roundsAtOnce && count < enoughHits; round += 1) {
    const page = await send(
      call('listConversations', { query: { q: query, cursor: from, limit: listPage } }),
      { signal },
    );
    if (signal.aborted) return;
    count += page.data.length;
    from = page.has_more ? page.next_cursor : null;
    onFound(page.data, from === null ? null : { cursor: from, until: page.searched_until ?? null });
    if (from === null) return;
  }
}
