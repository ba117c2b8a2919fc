import { limits } from '#contract/limits.ts';
import type { ResponseRequest } from '#contract/openai/responses.ts';
import { errors } from '../errors.ts';
import type { Owner } from '../identity/caller.ts';
import { isUuid } from '../shared/new-id.ts';
import { openAiErrors } from './openai-errors.ts';
import type { ResponseStore } from './response-store.ts';

type Input = ResponseRequest['input'];
type Item = Exclude<Input, string>[number];

/** The most bytes of answers that one request may refer to: as many as it could send. */
const mostBytes = limits.openAiBodyBytes;

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
  if (ids.length > limits.importedMessages) throw errors.bodyTooLarge(mostBytes);
  const answers = await responses.answersOf(owner, [...new Set(ids)], mostBytes);
  if (answers === null) throw errors.bodyTooLarge(mostBytes);
  let bytes = 0;
  return input.map((item, index) => {
    if (!isReference(item)) return item;
    const content = answers.get(messageIdOf(item));
    if (content === undefined) throw openAiErrors.itemNotFound(`/input/${index}`, String(item['id']));
    // One short reference stands for a whole answer, and each is stored again.
    bytes += Buffer.byteLength(content);
    if (bytes > mostBytes) throw errors.bodyTooLarge(mostBytes);
    return { role: 'assistant', content };
  });
}

function isReference(item: Item): item is Item & { readonly id?: unknown } {
  return item.type === 'item_reference';
}

function messageIdOf({ id }: { readonly id?: unknown }): string {
  return typeof id === 'string' ? id.replace(/^msg_/, '').toLowerCase() : '';
}
