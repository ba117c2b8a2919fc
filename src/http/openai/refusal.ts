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
export function openAiRefusal(error: ParleyError): Refused {
  const status = openAiStatusOf(error.code);
  const isFinal = !errorTable[error.code].retryable;
  return {
    status,
    headers: isFinal ? { 'x-should-retry': 'false' } : {},
    body: {
      error: {
        message: messageOf(error),
        type: openAiTypeOf(status),
        param: paramOf(error.fields[0]?.pointer),
        code: openAiCodeOf(error.code),
      },
    },
  };
}

/** Pointers into the request that admission checks, by the parameters that they come from. */
const origins: Readonly<Record<string, string>> = {
  '/prompt': 'messages',
  '/agent_slug': 'model',
  '/conversation_uuid': 'metadata.conversation_uuid',
  '/external_user_id': 'user',
};

function paramOf(pointer: string | undefined): string | null {
  if (pointer === undefined) return null;
  const known = origins[pointer];
  if (known !== undefined) return known;
  if (!pointer.startsWith('/')) return pointer.replace(/^\?/, '');
  return pointer
    .slice(1)
    .replaceAll(/\/(\d+)/g, '[$1]')
    .replaceAll('/', '.');
}

function messageOf({ fields, message }: ParleyError): string {
  const [field] = fields;
  return field === undefined ? message : `${paramOf(field.pointer)}: ${field.detail}`;
}
