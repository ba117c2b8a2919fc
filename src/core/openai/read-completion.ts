import type { ChatCompletionRequest } from '#contract/openai/chat-completions.ts';
import { completionParameters } from '#contract/openai/parameters.ts';
import type { Caller, Owner } from '../identity/caller.ts';
import type { CheckedChatRequest } from '../turn/chat-request.ts';
import { type AskedFor, checkedRequest, conversationOf } from './checked-request.ts';
import { honouredMembers } from './honoured-members.ts';
import { readMessages } from './read-messages.ts';

/** A chat completion as a request that admission checks like every other. */
export function readCompletion(
  body: ChatCompletionRequest,
  owner: Owner,
  caller: Caller,
  asked: AskedFor,
): CheckedChatRequest {
  const honoured = honouredMembers(body, completionParameters);
  const conversation = conversationOf(body, asked);
  const messages = readMessages(body.messages, {
    mode: caller.client.openAi.system,
    isFollowUp: conversation !== null,
  });
  return checkedRequest({ body, honoured, messages, conversation, kind: 'stream' }, owner, caller, asked);
}
