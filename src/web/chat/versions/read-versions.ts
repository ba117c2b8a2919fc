import type { Send } from '#client/request.ts';
import type { Conversation, Message } from '#contract/resources.ts';
import { call } from '../state/call.ts';
import { largestPage } from '../state/largest-page.ts';
import { isWhole, replay, type SetAside } from './replay.ts';

/** What a question has replaced, and what that had replaced: oldest first, without the question itself. */
export async function readVersions(
  send: Send,
  conversationUuid: string,
  questionUuid: string,
): Promise<SetAside[]> {
  let messages: readonly Message[] = [];
  let before: string | null = null;
  do {
    const query = { include: 'set_aside', limit: largestPage, before } as const;
    const page: Conversation = await send(
      call('getConversation', { params: { uuid: conversationUuid }, query }),
    );
    messages = [...page.messages, ...messages];
    before = page.has_more ? page.next_cursor : null;
  } while (before !== null && !isWhole(messages, questionUuid));
  return replay(messages, questionUuid);
}
