import { responseParameters } from '#contract/openai/parameters.ts';
import type { ResponseRequest } from '#contract/openai/responses.ts';
import { errors } from '../errors.ts';
import type { Caller, Owner } from '../identity/caller.ts';
import type { ResponseRequestFacts } from '../turn/admission/admission.ts';
import type { CheckedChatRequest } from '../turn/chat-request.ts';
import { type AskedFor, checkedRequest, conversationOf } from './checked-request.ts';
import { honouredMembers } from './honoured-members.ts';
import { bytesAsked } from './present-completion.ts';
import { readMessages, type SentMessage } from './read-messages.ts';

/** What a request for a response says beside its body. */
interface AskedForResponse extends AskedFor {
  /** The turn of `previous_response_id`. */
  readonly previousTurnId: string | undefined;
}

type CheckedResponseRequest = CheckedChatRequest & { readonly response: ResponseRequestFacts };

/** What OpenAI's API takes as metadata; more is not shown again, and neither are facts. */
const metadataLimits = { members: 16, nameCharacters: 64, textCharacters: 512 };

/** A request for a response as a request that admission checks like every other. */
export function readResponse(
  body: ResponseRequest,
  owner: Owner,
  caller: Caller,
  asked: AskedForResponse,
): CheckedResponseRequest {
  const honoured = honouredMembers(body, responseParameters);
  const format = body.text?.format?.type ?? 'text';
  if (format !== 'text') throw errors.unsupportedParameter('/text/format', 'must be of the type text');
  const { system } = caller.client.openAi;
  const own = body.instructions?.trim() ?? '';
  if (own !== '' && system === 'refuse') throw errors.unsupportedParameter('/instructions');
  const conversation = conversationOf(body, asked);
  const messages = readMessages(messagesIn(body), {
    mode: system,
    isFollowUp: conversation !== null,
    name: 'input',
    own,
  });
  const kind = body.background === true ? 'job' : 'stream';
  const checked = checkedRequest({ body, honoured, messages, conversation, kind }, owner, caller, asked);
  const { instructions, maxTokens } = checked;
  return {
    ...checked,
    response: {
      instructions,
      maxTokens,
      previousTurnId: asked.previousTurnId ?? null,
      metadata: shownMetadata(body.metadata),
      askedBytes: bytesAsked(checked),
    },
  };
}

function shownMetadata(metadata: ResponseRequest['metadata'] = {}): Record<string, string> {
  const { members, nameCharacters, textCharacters } = metadataLimits;
  const shown = Object.entries(metadata).filter(
    (member): member is [string, string] =>
      member[0] !== 'facts' &&
      typeof member[1] === 'string' &&
      member[0].length <= nameCharacters &&
      member[1].length <= textCharacters,
  );
  return Object.fromEntries(shown.slice(0, members));
}

function messagesIn({ input }: ResponseRequest): readonly SentMessage[] {
  if (typeof input === 'string') return [{ role: 'user', content: input }];
  return input.map((item) => ({ ...item, role: item.role ?? '' }));
}
