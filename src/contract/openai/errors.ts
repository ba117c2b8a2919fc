import { type Static, Type } from 'typebox';
import {
  type ErrorCode,
  errorTable,
  type FailureReason,
  type RefusalReason,
  type TurnErrorCode,
} from '../errors.ts';
import { Nullable, open } from '../resources.ts';

/** A refusal in the form that clients of OpenAI's API read. */
export const OpenAiError = Type.Object(
  {
    error: Type.Object(
      {
        message: Type.String({ description: 'For people; may be reworded.' }),
        type: Type.String(),
        param: Nullable(Type.String({ description: 'The parameter that it is about.' })),
        code: Type.String({ description: 'Stable.' }),
      },
      open,
    ),
  },
  open,
);
export type OpenAiError = Static<typeof OpenAiError>;

/** What a request names and does not exist for it: an agent that the key may not use counts as unknown. */
const missing: readonly ErrorCode[] = ['agent_not_allowed', 'message_not_found'];

/** The status of a refusal: a request that makes no sense is 400. */
export function openAiStatusOf(code: ErrorCode): number {
  if (missing.includes(code)) return 404;
  const { status } = errorTable[code];
  return status === 422 ? 400 : status;
}

/** The status of a whole answer that did not complete. One that a person stopped is not a failure of the service. */
export function openAiStatusOfTurn(code: TurnErrorCode): number {
  switch (code) {
    case 'cancelled':
      return 409;
    case 'reader_stalled':
    case 'worker_lost':
    case 'queue_expired':
    case 'turn_timeout':
      return errorTable.unavailable.status;
    default:
      return openAiStatusOf(code);
  }
}

/** What clients of OpenAI's API read of a request that its provider refused. */
const codeOfRefusal: Readonly<Record<RefusalReason, string>> = {
  content_filter: 'content_filter',
  context_length: 'context_length_exceeded',
  invalid_request: 'invalid_request',
};

/** The code of a turn that failed; a refusal by the provider has the name that OpenAI gives to its reason. */
export function openAiCodeOfTurn(code: TurnErrorCode, reason: FailureReason | null): string {
  return reason === null || reason === 'misconfigured' ? code : codeOfRefusal[reason];
}

/** Codes that have another name where agents are models, and jobs are responses. */
export function openAiCodeOf(code: ErrorCode): string {
  switch (code) {
    case 'agent_not_allowed':
      return 'model_not_found';
    case 'job_not_found':
      return 'response_not_found';
    case 'quota_exceeded':
      return 'insufficient_quota';
    default:
      return code;
  }
}

/** A sentence without its period. */
export function openAiTitleOf(code: ErrorCode): string {
  return code === 'job_not_found' ? 'There is no such response' : errorTable[code].title;
}

/** Clients wait and repeat a `rate_limit_error`, which changes nothing before the quota's reset. */
export function openAiTypeOf(status: number, code: string): string {
  if (code === 'insufficient_quota') return code;
  switch (status) {
    case 401:
      return 'authentication_error';
    case 402:
    case 403:
      return 'permission_error';
    case 429:
      return 'rate_limit_error';
    default:
      return status < 500 ? 'invalid_request_error' : 'server_error';
  }
}
