import { responseParameters } from '#contract/openai/parameters.ts';
import type { ResponseRequest } from '#contract/openai/responses.ts';
import { errors } from '../errors.ts';
import type { Caller, Owner } from '../identity/caller.ts';
import type { CheckedChatRequest } from '../turn/chat-request.ts';
import { type AskedFor, checkedRequest } from './checked-request.ts';
import { readMessages, type SentMessage } from './read-messages.ts';
import { refuseUnsupported } from './refuse-unsupported.ts';

/** A request for a response as the request that admission checks, like every other. */
export function readResponse(
  body: ResponseRequest,
  owner: Owner,
  caller: Caller,
  asked: AskedFor,
): CheckedChatRequest {
  refuseUnsupported(body, responseParameters);
  const format = body.text?.format?.type ?? 'text';
  if (format !== 'text') throw errors.unsupportedParameter('/text/format');
  const { system } = caller.client.openAi;
  const own = body.instructions?.trim() ?? '';
  if (own !== '' && system === 'refuse') throw errors.unsupportedParameter('/instructions');
  const read = readMessages(messagesIn(body), system, 'input', own);
  const kind = body.background === true ? 'job' : 'stream';
  // A worker takes a job without the request, and only what the conversation holds is stored.
  if (kind === 'job' && read.instructions !== '') {
    throw errors.unsupportedParameter('/instructions', 'are not supported together with background');
  }
  return checkedRequest(body, read, owner, caller, asked, kind);
}

function messagesIn({ input }: ResponseRequest): readonly SentMessage[] {
  if (typeof input === 'string') return [{ role: 'user', content: input }];
  return input.map((item, index) => {
    const { type = 'message', role = '' } = item;
    if (type !== 'message') throw errors.unsupportedParameter(`/input/${index}/type`);
    return { ...item, role };
  });
}
