import { failureFacts } from '#contract/errors.ts';
import { type OpenAiError, openAiCodeOfTurn } from '#contract/openai/errors.ts';
import type { Failure } from '../streaming/turn-failure.ts';

/** Why an answer broke off, in OpenAI's form. */
export function turnErrorOf({ code, reason = null }: Failure): OpenAiError {
  const type = code === 'provider_refused' ? 'invalid_request_error' : 'server_error';
  const message = failureFacts(code, reason).detail;
  return { error: { message, type, param: null, code: openAiCodeOfTurn(code, reason) } };
}
