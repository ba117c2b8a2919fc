import { type Request, readJson } from '#client/request.ts';
import { RequestFailed } from '#client/request-failed.ts';
import type { Conversation } from '#contract/resources.ts';
import { conversationPath } from '../../shared/api/chat-client.ts';

const waitSeconds = 25;

/**
 * Waits until the state of a conversation is another one than `tag` (null: not at all), and reads it with its last
 * message only. The conversation is null when nothing has changed.
 */
export async function watchConversation(
  request: Request,
  uuid: string,
  tag: string | null,
  signal: AbortSignal,
): Promise<{ readonly tag: string | null; readonly conversation: Conversation | null }> {
  const path = `${conversationPath(uuid)}?limit=1`;
  const [address, headers]: [string, Record<string, string>] =
    tag === null ? [path, {}] : [`${path}&wait=${waitSeconds}`, { 'if-none-match': tag }];
  try {
    const response = await request(address, { headers, signal });
    return { tag: response.headers.get('etag'), conversation: await readJson<Conversation>(response) };
  } catch (error) {
    if (error instanceof RequestFailed && error.status === 304) return { tag, conversation: null };
    throw error;
  }
}
