import type { TurnKind } from '#contract/jobs.ts';
import { limits } from '#contract/limits.ts';
import type { ChatCompletionRequest } from '#contract/openai/chat-completions.ts';
import type { ResponseRequest } from '#contract/openai/responses.ts';
import { errors } from '../errors.ts';
import type { Caller, Owner } from '../identity/caller.ts';
import { checkFacts } from '../identity/check-context.ts';
import { isUuid } from '../shared/new-id.ts';
import { repeatedName } from '../shared/repeated-name.ts';
import { type CheckedChatRequest, checkChatRequest } from '../turn/chat-request.ts';
import { turnContext } from '../turn/turn.ts';
import type { ReadMessages } from './read-messages.ts';

/** What a request says beside its body. */
export interface AskedFor {
  /** The conversation that it continues, if another place than `metadata` names one. */
  readonly conversation: string | undefined;
  readonly hasIdempotencyKey: boolean;
}

/** The members that decide about a turn, whatever the form of the request. */
type TurnParameters = Pick<
  ChatCompletionRequest,
  'model' | 'store' | 'metadata' | 'service_tier' | 'max_tokens' | 'max_completion_tokens'
> &
  Pick<ResponseRequest, 'max_output_tokens'>;

/** A body in one of the forms, and what was read from it. */
interface ReadBody {
  readonly body: TurnParameters;
  /** The members of the body that have an effect. */
  readonly honoured: object;
  readonly messages: ReadMessages;
  /** As `conversationOf` returns it. */
  readonly conversation: string | null;
  readonly kind: TurnKind;
}

/** The turn that a request asks for, checked as every other is. */
export function checkedRequest(
  { body, honoured, messages, conversation, kind }: ReadBody,
  owner: Owner,
  caller: Caller,
  { hasIdempotencyKey }: AskedFor,
): CheckedChatRequest {
  const { prompt, earlier, instructions } = messages;
  if (conversation !== null && !isUuid(conversation)) throw errors.conversationNotFound();
  const checked = checkChatRequest(
    {
      prompt,
      agent_slug: body.model,
      ...(conversation !== null && { conversation_uuid: conversation }),
      options: {
        priority: body.service_tier === 'priority' ? 'priority' : 'standard',
        detailed_response: body.metadata?.deep_dive === 'true',
        // A client with a key asks again after a lost connection, and then the answer must still be there.
        on_disconnect: hasIdempotencyKey ? 'continue' : 'cancel',
      },
    },
    owner,
    caller,
    kind,
  );
  if (earlier.length > limits.importedMessages) {
    const most = `must have at most ${limits.importedMessages} messages before the last one`;
    throw errors.invalidField('/messages', most, 'maxItems');
  }
  return {
    ...checked,
    // A header may have named the conversation.
    compared: { ...honoured, conversation },
    imported: earlier,
    listing: listingOf(body, conversation),
    instructions,
    // The newest name takes precedence, because clients send the older one beside it.
    maxTokens: body.max_output_tokens ?? body.max_completion_tokens ?? body.max_tokens ?? null,
    context: turnContext(checkFacts(factsIn(body), factsPointer)),
    // The API of these clients has no way to say yes.
    mayAsk: false,
  };
}

const factsPointer = '/metadata/facts';

/** Metadata holds nothing but texts, so the facts are written as one. */
function factsIn({ metadata }: TurnParameters): unknown {
  const text = metadata?.facts;
  if (text === undefined) return undefined;
  let facts: unknown;
  try {
    facts = JSON.parse(text);
  } catch {
    throw errors.invalidField(factsPointer, 'must be a JSON object', 'format');
  }
  const repeated = repeatedName(text);
  if (repeated !== null) throw errors.invalidField(factsPointer, 'must not have a name twice', 'repeated');
  return facts;
}

/** A conversation that is listed already stays so, whatever a request says that leaves `store` out. */
function listingOf({ store }: TurnParameters, conversation: string | null): CheckedChatRequest['listing'] {
  if (store === true) return 'listed';
  return conversation === null ? 'unlisted' : null;
}

/** The id that a request names, whatever its form; null where a conversation begins. */
export function conversationOf({ metadata }: TurnParameters, { conversation }: AskedFor): string | null {
  const inBody = metadata?.conversation_uuid;
  const named = [inBody, conversation].filter((one) => one !== undefined).map((one) => one.toLowerCase());
  const [first = null, second = first] = named;
  if (first !== second) {
    const differs = 'must be the conversation that the rest of the request names';
    throw errors.invalidField('/metadata/conversation_uuid', differs, 'const');
  }
  return first;
}
