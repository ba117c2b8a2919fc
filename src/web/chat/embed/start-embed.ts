import type { TokenProvider } from '#client/request.ts';
import type { ChatPageData } from '#contract/pages.ts';
import { handleFailure } from '../actions/handle-failure.ts';
import { call } from '../state/call.ts';
import { type Chat, createChat, type Reading } from '../state/chat.ts';

/** A frame learns its user from the token, so its first data is read once the token is there. */
export function startEmbed(data: ChatPageData, token: TokenProvider): Chat {
  const chat = createChat(data, token);
  void readFirst(chat);
  return chat;
}

/** Whether it could be read. */
export async function readFirst(chat: Reading): Promise<boolean> {
  try {
    const [usage] = await Promise.all([chat.send(call('getUsage', {})), chat.list.refresh()]);
    chat.usage.value = usage.usage;
    return true;
  } catch (error) {
    handleFailure(chat, error);
    return false;
  }
}
