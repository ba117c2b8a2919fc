import type { ConversationSummary } from '#contract/resources.ts';

type Items = readonly ConversationSummary[];

/** The list with its next page. What is pinned was there before its page, and moves to its place. */
export function appendPage(items: Items, page: Items): Items {
  const read = new Set(page.map((item) => item.conversation_uuid));
  return [...items.filter((item) => !read.has(item.conversation_uuid)), ...page];
}
