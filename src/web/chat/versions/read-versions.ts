import type { Message } from '#contract/resources.ts';
import type { ChatClient } from '../../shared/api/chat-client.ts';
import { largestPage } from '../state/largest-page.ts';
import { isWhole, replay, type SetAside } from './replay.ts';

/** What a question has replaced, and what that had replaced: oldest first, without the question itself. */
export async function readVersions(
  client: ChatClient,
  conversationUuid: string,
  questionUuid: string,
): Promise<SetAside[]> {
  let messages: readonly Message[] = [];
  let before: string | null = null;
  do {
    const page = await client.readConversation(conversationUuid, {
      include: 'set_aside',
      limit: largestPage,
      before,
    });
    messages = [...page.messages, ...messages];
    before = page.has_more ? page.next_cursor : null;
  } while (before !== null && !isWhole(messages, questionUuid));
  return replay(messages, questionUuid);
}
