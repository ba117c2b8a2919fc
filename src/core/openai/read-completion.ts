import { limits } from '#contract/limits.ts';
import type { ChatCompletionRequest } from '#contract/openai/chat-completions.ts';
import { completionParameters } from '#contract/openai/parameters.ts';
import { errors } from '../errors.ts';
import type { Caller, Owner } from '../identity/caller.ts';
import { isUuid } from '../shared/new-id.ts';
import { type CheckedChatRequest, checkChatRequest, requestHashOf } from '../turn/chat-request.ts';
import { type ReadMessages, readMessages } from './read-messages.ts';
import { refuseUnsupported } from './refuse-unsupported.ts';

/** What a request says beside its body. */
export interface AskedFor {
  readonly conversationInHeader: string | undefined;
  readonly hasIdempotencyKey: boolean;
}

/** The members that decide about a turn, whatever the form of the request. */
export type TurnParameters = Pick<ChatCompletionRequest, 'model' | 'store' | 'metadata' | 'service_tier'>;

/** A chat completion as the request that admission checks, like every other. */
export function readCompletion(
  body: ChatCompletionRequest,
  owner: Owner,
  caller: Caller,
  asked: AskedFor,
): CheckedChatRequest {
  refuseUnsupported(body, completionParameters);
  const read = readMessages(body.messages, caller.client.openAi.system);
  return checkedRequest(body, read, owner, caller, asked);
}

function checkedRequest(
  body: TurnParameters,
  { prompt, earlier, instructions }: ReadMessages,
  owner: Owner,
  caller: Caller,
  asked: AskedFor,
): CheckedChatRequest {
  const conversation = conversationOf(body, asked);
  const checked = checkChatRequest(
    {
      prompt,
      agent_slug: body.model,
      ...(conversation !== null && { conversation_uuid: conversation }),
      options: {
        priority: body.service_tier === 'priority' ? 'priority' : 'standard',
        detailed_response: body.metadata?.deep_dive === 'true',
        // A client with a key asks again after a lost connection, and then the answer must still be there.
        on_disconnect: asked.hasIdempotencyKey ? 'continue' : 'cancel',
      },
    },
    owner,
    caller,
    'stream',
  );
  if (conversation === null && earlier.length > limits.importedMessages) {
    const most = `must have at most ${limits.importedMessages} messages before the last one`;
    throw errors.invalidField('/messages', most, 'maxItems');
  }
  return {
    ...checked,
    requestHash: requestHashOf(body),
    imported: conversation === null ? earlier : [],
    listing: listingOf(body, conversation),
    instructions,
  };
}

/** A conversation that is listed already stays so, whatever a request says that leaves `store` out. */
function listingOf({ store }: TurnParameters, conversation: string | null): CheckedChatRequest['listing'] {
  if (store === true) return 'listed';
  return conversation === null ? 'unlisted' : null;
}

function conversationOf({ metadata }: TurnParameters, { conversationInHeader }: AskedFor): string | null {
  const inBody = metadata?.conversation_uuid;
  const named = [inBody, conversationInHeader]
    .filter((one) => one !== undefined)
    .map((one) => one.toLowerCase());
  const [first = null, second = first] = named;
  if (first !== second) {
    const differs = 'must be the conversation that X-Conversation-Id names';
    throw errors.invalidField('/metadata/conversation_uuid', differs, 'const');
  }
  if (first !== null && !isUuid(first)) throw errors.conversationNotFound();
  return first;
}
