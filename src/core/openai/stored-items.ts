import type { ResponseRequest } from '#contract/openai/responses.ts';
import type { Owner } from '../identity/caller.ts';
import { isUuid } from '../shared/new-id.ts';
import { openAiErrors } from './openai-errors.ts';
import type { ResponseStore } from './response-store.ts';

type Input = ResponseRequest['input'];
type Item = Exclude<Input, string>[number];

/**
 * The input with the stored answers in the place of references to them. Clients that keep a conversation by its ids
 * send `{type: "item_reference", id: "msg_…"}` for what was answered before.
 */
export async function withStoredItems(
  input: Input,
  owner: Owner,
  responses: Pick<ResponseStore, 'answersOf'>,
): Promise<Input> {
  if (typeof input === 'string' || !input.some(isReference)) return input;
  const ids = input.filter(isReference).map(messageIdOf).filter(isUuid);
  const answers = await responses.answersOf(owner, ids);
  return input.map((item, index) => {
    if (!isReference(item)) return item;
    const content = answers.get(messageIdOf(item));
    if (content === undefined) throw openAiErrors.itemNotFound(`/input/${index}`, String(item['id']));
    return { role: 'assistant', content };
  });
}

function isReference(item: Item): item is Item & { readonly id?: unknown } {
  return item.type === 'item_reference';
}

function messageIdOf({ id }: { readonly id?: unknown }): string {
  return typeof id === 'string' ? id.replace(/^msg_/, '').toLowerCase() : '';
}
