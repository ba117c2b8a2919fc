import { errorTable } from '#contract/errors.ts';
import { type OpenAiError, openAiCodeOf, openAiStatusOf, openAiTypeOf } from '#contract/openai/errors.ts';
import type { ParleyError } from '#core/errors.ts';

/** Below the inner prefix of the API's host. */
export const openAiPath = '/openai/v1';

const onApiHost = new RegExp(`^/@api${openAiPath}(?:[/?]|$)`);

export function isOpenAiPath(url: string): boolean {
  return onApiHost.test(url);
}

interface Refused {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: OpenAiError;
}

/** A refusal in OpenAI's form. Its clients repeat a request by themselves unless they are told that it is final. */
export function openAiRefusal(error: ParleyError, url = ''): Refused {
  const status = openAiStatusOf(error.code);
  const param = paramOf(error, url.includes('/responses') ? 'input' : 'messages');
  const isFinal = !errorTable[error.code].retryable;
  return {
    status,
    headers: isFinal ? { 'x-should-retry': 'false' } : {},
    body: {
      error: {
        message: messageOf(error, param),
        type: openAiTypeOf(status),
        param,
        code: openAiCodeOf(error.code),
      },
    },
  };
}

/** Pointers into the request that admission checks, by the parameters that they come from. */
const origins: Readonly<Record<string, string>> = {
  '/agent_slug': 'model',
  '/conversation_uuid': 'metadata.conversation_uuid',
  '/external_user_id': 'user',
};

/** `asked` is the parameter that holds the question. */
function paramOf({ code, fields }: ParleyError, asked: string): string | null {
  const pointer = fields[0]?.pointer;
  if (pointer === undefined) return null;
  if (code !== 'unsupported_parameter' && ['/prompt', '/messages'].includes(pointer)) return asked;
  const known = origins[pointer];
  if (known !== undefined) return known;
  if (!pointer.startsWith('/')) return pointer.replace(/^\?/, '');
  return pointer
    .slice(1)
    .replaceAll(/\/(\d+)/g, '[$1]')
    .replaceAll('/', '.');
}

function messageOf({ fields, message }: ParleyError, param: string | null): string {
  const [field] = fields;
  return field === undefined ? message : `${param}: ${field.detail}`;
}
