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

/** Codes of OpenAI, of Azure and of servers that follow them. Others say it in prose only. */
const reasonOfCode: Readonly<Record<string, FailureReason>> = {
  content_filter: 'content_filter',
  content_policy_violation: 'content_filter',
  invalid_prompt: 'content_filter',
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

const reasonInProse: readonly (readonly [RegExp, FailureReason])[] = [
  [/content filter|content management policy|usage polic/i, 'content_filter'],
  [
    /context (?:length|size|window|limit)|prompt is too long|input token count|too many tokens|reduce the length/i,
    'context_length',
  ],
  [/api key|credit balance|model\b.*\bdoes not exist/i, 'misconfigured'],
];

/** The types that name the request as the mistake, whatever the status, such as in the middle of a stream. */
const requestTypes = new Set(['invalid_request_error', 'BadRequestError', 'INVALID_ARGUMENT']);

/** The statuses with which a provider refuses what was asked of it. */
const requestStatuses = new Set([400, 413, 422]);
/** A model, a key or an address that there is not, and an account that may not. */
const configurationStatuses = new Set([401, 402, 403, 404, 405]);

/**
 * Why a provider did not answer; null where that is its own fault, or unknown. `status` is that of the response, or
 * null for an error inside an answer. Codes come before prose, and prose before the status.
 */
export function failureReasonOf(status: number | null, error: WireError): FailureReason | null {
  const words = [error.code, error.type, error.status];
  for (const word of words) {
    if (typeof word === 'string' && Object.hasOwn(reasonOfCode, word)) return reasonOfCode[word] ?? null;
  }
  const isRefusal = status === null ? words.some(isRequestType) : requestStatuses.has(status);
  if (isRefusal) {
    const prose = typeof error.message === 'string' ? error.message : '';
    const found = reasonInProse.find(([pattern]) => pattern.test(prose));
    return found?.[1] ?? (status === 413 ? 'context_length' : 'invalid_request');
  }
  return status !== null && configurationStatuses.has(status) ? 'misconfigured' : null;
}

function isRequestType(word: unknown): boolean {
  return typeof word === 'string' && requestTypes.has(word);
}
