import { type ErrorCode, type TurnErrorCode, turnErrorTable } from '#contract/errors.ts';
import {
  type OpenAiError,
  openAiCodeOf,
  openAiCodeOfTurn,
  openAiStatusOf,
  openAiStatusOfTurn,
  openAiTitleOf,
  openAiTypeOf,
} from '#contract/openai/errors.ts';
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
  readonly retryAfterSeconds: number | null;
  readonly body: OpenAiError;
}

/** A refusal in OpenAI's form. Clients repeat a refused request by themselves, so a header marks a final refusal. */
export function openAiRefusal(error: ParleyError, url = ''): Refused {
  if (error.turnCode !== null) return endedTurn(error.turnCode, error.retryAfterSeconds);
  const status = openAiStatusOf(error.code);
  const param = paramOf(error, url.includes('/responses') ? 'input' : 'messages');
  const code =
    error.reason === null ? openAiCodeOf(error.code) : openAiCodeOfTurn('provider_refused', error.reason);
  const { retryable } = error;
  return {
    status,
    headers: finalIf(!retryable),
    retryAfterSeconds: retryable ? shortWait(error.retryAfterSeconds) : error.retryAfterSeconds,
    body: { error: { message: messageOf(error, param, url), type: openAiTypeOf(status, code), param, code } },
  };
}

/** The same code as in a stream that breaks off. */
function endedTurn(code: TurnErrorCode, retryAfterSeconds: number | null): Refused {
  const status = openAiStatusOfTurn(code);
  const { title, retryable } = turnErrorTable[code];
  return {
    status,
    headers: finalIf(!retryable),
    retryAfterSeconds: retryable ? retryAfterSeconds : null,
    body: { error: { message: `${title}.`, type: openAiTypeOf(status, code), param: null, code } },
  };
}

/** The official client waits for less than a minute only, and repeats a request that has to wait longer at once. */
function shortWait(seconds: number | null): number | null {
  return seconds === null ? null : Math.min(seconds, 59);
}

function finalIf(isFinal: boolean): Readonly<Record<string, string>> {
  return isFinal ? { 'x-should-retry': 'false' } : {};
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
  // The body itself has no name.
  if (pointer === undefined || pointer === '') return null;
  if (code !== 'unsupported_parameter' && ['/prompt', '/messages'].includes(pointer)) return asked;
  const known = origins[pointer];
  if (known !== undefined) return known;
  if (!pointer.startsWith('/')) return pointer.replace(/^\?/, '');
  return pointer
    .slice(1)
    .replaceAll(/\/(\d+)/g, '[$1]')
    .replaceAll('/', '.');
}

const offered = `Below ${openAiPath} there are /chat/completions, /responses and /models.`;

/** The rest of the path below these routes, cut where it is longer than any of theirs. */
function askedOf(url: string): string {
  const [path = ''] = url.split('?', 1);
  const own = path.slice(path.indexOf(openAiPath) + openAiPath.length) || '/';
  return own.length > 100 ? `${own.slice(0, 100)}…`.toWellFormed() : own;
}

/** Words of other routes that would mislead here. */
const ownWords: Partial<Readonly<Record<ErrorCode, string>>> = {
  conversation_busy: 'The conversation is already being answered; wait for the end of that answer.',
  external_user_id_required:
    'must name the end user, as safety_identifier or as user; for a tool that names nobody, the operator can set openai_user_header or openai_default_user',
  job_not_found: `${openAiTitleOf('job_not_found')}.`,
  identity_conflict: 'names a different end user than the rest of the request',
};

function messageOf({ code, fields, message }: ParleyError, param: string | null, url: string): string {
  const [field] = fields;
  if (code === 'not_found') return `${askedOf(url)} is not offered here. ${offered}`;
  if (field === undefined) return ownWords[code] ?? message;
  if (param === null) return `The body ${field.detail}.`;
  if (field.pointer === '/metadata/deep_dive') return `${param}: must be the text "true" or "false"`;
  return `${param}: ${ownWords[code] ?? field.detail}`;
}
