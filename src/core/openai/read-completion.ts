import type { ChatCompletionRequest } from '#contract/openai/chat-completions.ts';
import { completionParameters } from '#contract/openai/parameters.ts';
import type { Caller, Owner } from '../identity/caller.ts';
import type { CheckedChatRequest } from '../turn/chat-request.ts';
import { type AskedFor, checkedRequest } from './checked-request.ts';
import { readMessages } from './read-messages.ts';
import { refuseUnsupported } from './refuse-unsupported.ts';

/** A chat completion as the request that admission checks, like every other. */
export function readCompletion(
  body: ChatCompletionRequest,
  owner: Owner,
  caller: Caller,
  asked: AskedFor,
): CheckedChatRequest {
  refuseUnsupported(body, completionParameters);
  const read = readMessages(body.messages, caller.client.openAi.system);
  return checkedRequest(body, read, owner, caller, asked, 'stream');
}
