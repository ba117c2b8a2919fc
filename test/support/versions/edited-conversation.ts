import assert from 'node:assert/strict';
import type { Conversation, Message } from '#contract/resources.ts';
import type { Api } from '../world/api.ts';
import type { Partner } from '../world/partner.ts';

/** Asks for an answer that repeats the prompt, and returns the conversation. */
export async function ask(api: Api, partner: Partner, prompt: string, more: object = {}): Promise<string> {
  api.provider.enqueue({ texts: [`re: ${prompt}`] });
  const { status, headers, text } = await partner.send({ prompt, ...more });
  assert.equal(status, 200, text);
  return headers.get('x-conversation-id') ?? '';
}

export async function read(partner: Partner, id: string, query = ''): Promise<Conversation> {
  const { status, text } = await partner.get(`/conversations/${id}?external_user_id=user-1${query}`);
  assert.equal(status, 200, text);
  return JSON.parse(text);
}

/** The `message_count` of the conversation that was touched last. */
export async function counted(partner: Partner): Promise<number> {
  const { text } = await partner.get('/conversations?external_user_id=user-1');
  return JSON.parse(text).data[0].message_count;
}

export function contents({ messages }: Conversation): string[] {
  return messages.map(({ content }) => content);
}

/** The question with these words. */
export function uuidOf(messages: readonly Message[], text: string): string {
  return messages.find(({ role, content }) => role === 'user' && content === text)?.message_uuid ?? '';
}

export function replacing(replaces: string, more: object = {}) {
  return { options: { replaces, ...more } };
}

/** Questions of which none was replaced, for comparison. */
export async function plainConversation(api: Api, ...questions: string[]): Promise<Conversation> {
  const partner = await api.partner();
  let conversation_uuid: string | undefined;
  for (const question of questions) {
    conversation_uuid = await ask(api, partner, question, { conversation_uuid });
  }
  return read(partner, conversation_uuid ?? '');
}

/** Three questions with their answers, of which the second is replaced. */
export async function editedConversation(api: Api, partner: Partner) {
  const conversation_uuid = await ask(api, partner, 'one');
  await ask(api, partner, 'two', { conversation_uuid });
  await ask(api, partner, 'three', { conversation_uuid });
  const { messages } = await read(partner, conversation_uuid);
  const two = uuidOf(messages, 'two');
  await ask(api, partner, 'two, better', { conversation_uuid, ...replacing(two) });
  return { conversation_uuid, two, messages };
}
