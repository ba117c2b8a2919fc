import { type TurnErrorCode, turnErrorTable } from '#contract/errors.ts';
import type { OpenAiError } from '#contract/openai/errors.ts';

/** Why an answer broke off, in OpenAI's form. */
export function turnErrorOf(code: TurnErrorCode): OpenAiError {
  return { error: { message: `${turnErrorTable[code].title}.`, type: 'server_error', param: null, code } };
}
