import { signal } from '@preact/signals';
import type { ConversationList, ConversationSummary } from '#contract/resources.ts';
import type { ChatClient } from '../../shared/api/chat-client.ts';

/** The sidebar's list: newest activity first, searched by title, read page by page. */
export function createConversationList(client: ChatClient, first: ConversationList | null) {
  const items = signal<readonly ConversationSummary[]>(first?.data ?? []);
  const cursor = signal(first?.next_cursor ?? null);
  const query = signal('');
  const loading = signal(false);
  let latest = 0;

  async function read(from: string | null): Promise<void> {
    const call = ++latest;
    loading.value = true;
    try {
      const page = await client.listConversations({ q: query.value.trim(), cursor: from });
      // A slow response to an older search must not replace a newer one.
      if (call !== latest) return;
      items.value = from === null ? page.data : [...items.value, ...page.data];
      cursor.value = page.has_more ? page.next_cursor : null;
    } finally {
      if (call === latest) loading.value = false;
    }
  }

  return {
    items,
    cursor,
    query,
    loading,
    refresh: () => read(null),
    readMore: () => read(cursor.value),
    put(summary: ConversationSummary): void {
      const others = items.value.filter((item) => item.conversation_uuid !== summary.conversation_uuid);
      items.value = [summary, ...others];
    },
    rename(uuid: string, title: string): void {
      items.value = items.value.map((item) => (item.conversation_uuid === uuid ? { ...item, title } : item));
    },
    remove(uuid: string): void {
      items.value = items.value.filter((item) => item.conversation_uuid !== uuid);
    },
  };
}

export type ConversationItems = ReturnType<typeof createConversationList>;
