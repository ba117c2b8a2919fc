import type { Request, Send } from '#client/request.ts';
import type { Conversation, Message } from '#contract/resources.ts';
import { localDate } from '../../shared/dates.ts';
import { download } from '../../shared/download.ts';
import { text } from '../../shared/text/text.ts';
import { call } from './call.ts';
import { largestPage } from './largest-page.ts';

/** All conversations of the user as JSON lines. */
export const exportCall = call('exportOwnConversations', {});

/** Saves the whole conversation, every version of every answer, as it is stored. */
export async function exportConversation(
  send: Send,
  uuid: string,
  format: 'markdown' | 'json',
): Promise<void> {
  const { conversation, messages } = await readWhole(send, uuid);
  const name = fileName(conversation.title);
  if (format === 'markdown') download(`${name}.md`, 'text/markdown', toMarkdown(conversation, messages));
  else download(`${name}.json`, 'application/json', toJson(conversation, messages));
}

/** Saves all conversations of a frame's user, whose token no link can send. */
export async function exportAll(request: Request): Promise<void> {
  const lines = await (await request(exportCall.address)).blob();
  download('conversations.jsonl', 'application/jsonl', lines);
}

function toMarkdown(conversation: Pick<Conversation, 'title'>, messages: readonly Message[]): string {
  const parts = messages.map((message) => {
    const who = message.role === 'user' ? text.you : text.assistant;
    const marks = [message.ai_generated ? 'AI' : '', message.deep_dive ? text.actions.deepDive : ''].filter(
      Boolean,
    );
    const how = marks.length === 0 ? '' : ` (${marks.join(', ')})`;
    return `## ${who}${how}, ${localDate(message.created_at)}\n\n${message.content}\n`;
  });
  return `# ${conversation.title}\n\n${parts.join('\n')}`;
}

async function readWhole(send: Send, uuid: string) {
  const read = (before: string | null) =>
    send(call('getConversation', { params: { uuid }, query: { limit: largestPage, before } }));
  let page = await read(null);
  const conversation = page;
  let messages = page.messages;
  while (page.has_more && page.next_cursor !== null) {
    page = await read(page.next_cursor);
    messages = [...page.messages, ...messages];
  }
  return { conversation, messages };
}

function toJson(conversation: Conversation, messages: readonly Message[]): string {
  const { conversation_uuid, title, agent_slug, created_at, updated_at } = conversation;
  return JSON.stringify({ conversation_uuid, title, agent_slug, created_at, updated_at, messages }, null, 2);
}

function fileName(title: string): string {
  const plain = title
    .replace(/[^\p{L}\p{N} _-]/gu, '')
    .trim()
    .replace(/\s+/g, '-');
  return plain.slice(0, 60) || 'conversation';
}
