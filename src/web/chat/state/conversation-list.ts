import { signal } from '@preact/signals';
import type { Send } from '#client/request.ts';
import type { ConversationList, ConversationSummary } from '#contract/resources.ts';
import { appendPage } from './append-page.ts';
import { call } from './call.ts';
import { type ConversationChange, changeItem } from './change-item.ts';

/** How many conversations a list reads at once. */
export const listPage = 30;

/** The sidebar's list: newest activity first, read page by page, without what is archived. */
export function createConversationList(send: Send, first: ConversationList | null) {
  const items = signal<readonly ConversationSummary[]>(first?.data ?? []);
  const cursor = signal(first?.next_cursor ?? null);
  const loading = signal(false);
  /** What is archived, as far as it has been read; null while the list is shown instead. */
  const archive = signal<readonly ConversationSummary[] | null>(null);
  let latest = 0;

  async function read(from: string | null): Promise<void> {
    const turn = ++latest;
    loading.value = true;
    try {
      const page = await send(call('listConversations', { query: { cursor: from, limit: listPage } }));
      if (turn !== latest) return;
      items.value = from === null ? page.data : appendPage(items.value, page.data);
      cursor.value = page.has_more ? page.next_cursor : null;
    } finally {
      if (turn === latest) loading.value = false;
    }
  }

  return {
    items,
    cursor,
    loading,
    archive,
    /** What is searched for; empty while the list is shown instead. */
    query: signal(''),
    refresh: () => read(null),
    readMore: () => read(cursor.value),
    put(summary: ConversationSummary): void {
      const others = items.value.filter((item) => item.conversation_uuid !== summary.conversation_uuid);
      const later = others.findIndex((item) => item.last_message_at <= summary.last_message_at);
      if (!summary.archived) others.splice(later < 0 ? others.length : later, 0, summary);
      items.value = others;
    },
    change(uuid: string, change: ConversationChange): void {
      items.value = changeItem(items.value, uuid, change);
      archive.value &&= changeItem(archive.value, uuid, change);
    },
    remove(uuid: string): void {
      items.value = items.value.filter((item) => item.conversation_uuid !== uuid);
      archive.value &&= archive.value.filter((item) => item.conversation_uuid !== uuid);
    },
  };
}

export type ConversationItems = ReturnType<typeof createConversationList>;
