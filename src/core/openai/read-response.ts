import { responseParameters } from '#contract/openai/parameters.ts';
import type { ResponseRequest } from '#contract/openai/responses.ts';
import { errors } from '../errors.ts';
import type { Caller, Owner } from '../identity/caller.ts';
import type { CheckedChatRequest } from '../turn/chat-request.ts';
import { type AskedFor, checkedRequest, conversationOf } from './checked-request.ts';
import { honouredMembers } from './honoured-members.ts';
import { readMessages, type SentMessage } from './read-messages.ts';

/** A request for a response as the request that admission checks, like every other. */
export function readResponse(
  body: ResponseRequest,
  owner: Owner,
  caller: Caller,
  asked: AskedFor,
): CheckedChatRequest {
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
  // A worker takes a job without the request, and only what the conversation holds is stored.
  if (kind === 'job' && messages.instructions !== '') {
    throw errors.unsupportedParameter('/instructions', 'are not supported together with background');
  }
  return checkedRequest({ body, honoured, messages, conversation, kind }, owner, caller, asked);
}

function messagesIn({ input }: ResponseRequest): readonly SentMessage[] {
  if (typeof input === 'string') return [{ role: 'user', content: input }];
  return input.map((item) => ({ ...item, role: item.role ?? '' }));
}
