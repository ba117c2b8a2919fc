import type { ConversationSummary } from '#contract/resources.ts';

export type ConversationChange = Partial<Pick<ConversationSummary, 'title' | 'pinned' | 'archived'>>;

/**
 * The list with a change to one conversation. It is the same list where nothing changes, as after most
 * reads of a conversation that was opened, so that no row is drawn again.
 */
export function changeItem(
  list: readonly ConversationSummary[],
  uuid: string,
  change: ConversationChange,
): readonly ConversationSummary[] {
  const isNew = (item: ConversationSummary) => item.conversation_uuid === uuid && !agrees(item, change);
  return list.some(isNew) ? list.map((item) => (isNew(item) ? { ...item, ...change } : item)) : list;
}

function agrees(item: ConversationSummary, change: ConversationChange): boolean {
  return Object.entries(change).every(([name, value]) => Reflect.get(item, name) === value);
}
