import type { FailureReason } from '#contract/errors.ts';

/** The error object that all protocols send, each with some of the fields. */
export interface WireError {
  readonly type?: unknown;
  readonly code?: unknown;
  readonly status?: unknown;
  readonly param?: unknown;
  readonly message?: unknown;
  readonly details?: unknown;
}

/** Codes of OpenAI, of Azure and of servers that follow them. Other vendors lack some of these codes. */
const reasonOfCode: Readonly<Record<string, FailureReason>> = {
  content_filter: 'content_filter',
  content_policy_violation: 'content_filter',
  invalid_prompt: 'content_filter',
  bio_policy: 'content_filter',
  misalignment_policy_violation: 'content_filter',
  ResponsibleAIPolicyViolation: 'content_filter',
  context_length_exceeded: 'context_length',
  string_above_max_length: 'context_length',
  request_too_large: 'context_length',
  exceed_context_size_error: 'context_length',
  model_not_found: 'misconfigured',
  DeploymentNotFound: 'misconfigured',
  invalid_api_key: 'misconfigured',
  insufficient_quota: 'misconfigured',
  authentication_error: 'misconfigured',
  permission_error: 'misconfigured',
  not_found_error: 'misconfigured',
  billing_error: 'misconfigured',
  FAILED_PRECONDITION: 'misconfigured',
  UNAUTHENTICATED: 'misconfigured',
  PERMISSION_DENIED: 'misconfigured',
  NOT_FOUND: 'misconfigured',
};

/**
 * How vendors begin the message of an error for which they have no code. Only its beginning is theirs: what follows may
 * quote the prompt.
 */
const reasonOfBeginning: readonly (readonly [RegExp, FailureReason])[] = [
  [
    /^(?:Output blocked by content filtering|The response was filtered due to the prompt|Invalid prompt: your prompt was flagged|litellm\.ContentPolicyViolationError)\b/,
    'content_filter',
  ],
  [
    /^(?:This model's maximum (?:context|prompt) length is \d|prompt is too long: \d|input length and `max_tokens` exceed context limit:|The input token count (?:\(?\d+\)? )?exceeds|The (?:decoder )?prompt \(length \d|Prompt contains \d+ tokens|Please reduce the length of the messages|litellm\.ContextWindowExceededError:)/,
    'context_length',
  ],
  [
    /^(?:API key (?:not valid|expired)|Incorrect API key provided|Your credit balance is too low|The model `[^`\s]*` does not exist)\b/,
    'misconfigured',
  ],
];

/** The types that blame the request, whatever the status, such as in the middle of a stream. */
const requestTypes = new Set(['invalid_request_error', 'BadRequestError', 'INVALID_ARGUMENT']);

/** The statuses with which a provider refuses what was asked of it. */
const requestStatuses = new Set([400, 413, 422]);
/** A model, a key or an address that does not exist, and an account without permission. */
const configurationStatuses = new Set([401, 402, 403, 404, 405]);

/**
 * Why a provider did not answer; null where that is its own fault, or unknown. `status` is that of the response, or
 * null for an error inside an answer. Codes come first; the vendor's own words decide where there is no code, and the
 * status where there is neither.
 */
export function failureReasonOf(status: number | null, error: WireError): FailureReason | null {
  const words = [error.code, error.type, error.status];
  for (const word of words) {
    if (typeof word === 'string' && Object.hasOwn(reasonOfCode, word)) return reasonOfCode[word] ?? null;
  }
  const isRefusal = status === null ? words.some(isRequestType) : requestStatuses.has(status);
  if (isRefusal) {
    return reasonInWords(error) ?? (status === 413 ? 'context_length' : 'invalid_request');
  }
  return status !== null && configurationStatuses.has(status) ? 'misconfigured' : null;
}

function reasonInWords({ code, message }: WireError): FailureReason | null {
  // Numbers repeat the status, and some servers the type.
  const hasCode = typeof code === 'string' && /^[A-Za-z]/.test(code) && !isRequestType(code);
  if (hasCode || typeof message !== 'string') return null;
  return reasonOfBeginning.find(([beginning]) => beginning.test(message))?.[1] ?? null;
}

function isRequestType(word: unknown): boolean {
  return typeof word === 'string' && requestTypes.has(word);
}
