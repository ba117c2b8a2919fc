import type { ConversationSummary } from '#contract/resources.ts';

type Items = readonly ConversationSummary[];

/** The list with its next page. What is pinned was there before its page; until that comes, it stays at the end. */
export function appendPage(items: Items, page: Items): Items {
  const read = new Set(page.map((item) => item.conversation_uuid));
  const others = items.filter((item) => !read.has(item.conversation_uuid));
  const end = page.at(-1)?.last_message_at ?? '';
  const isOlder = (item: ConversationSummary) => item.last_message_at < end;
  return [...others.filter((item) => !isOlder(item)), ...page, ...others.filter(isOlder)];
}
