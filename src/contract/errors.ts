/** Every error code of the wire contract. A code is stable; titles and details may be reworded. */
export const errorTable = {
  missing_api_key: { status: 401, title: 'No API key was sent', retryable: false },
  invalid_api_key: { status: 401, title: 'The API key is not valid', retryable: false },
  client_disabled: { status: 401, title: 'The client is revoked', retryable: false },
  session_required: { status: 401, title: 'A session is required', retryable: false },
  invalid_session: { status: 401, title: 'The session token is not valid', retryable: false },
  session_expired: { status: 401, title: 'The session has expired', retryable: false },
  session_revoked: { status: 401, title: 'The session was revoked', retryable: false },
  invalid_credentials: { status: 401, title: 'Email, password or tenant is wrong', retryable: false },
  invalid_passkey: { status: 401, title: 'The passkey was not accepted', retryable: false },
  insufficient_scope: { status: 403, title: 'The key lacks a scope', retryable: false },
  fresh_passkey_required: { status: 403, title: 'A fresh passkey is required', retryable: false },
  subscription_inactive: { status: 402, title: 'The subscription is not active', retryable: false },
  deep_dive_not_enabled: { status: 403, title: 'Deep Dive is not enabled', retryable: false },
  deep_dive_first_send_not_allowed: {
    status: 403,
    title: 'Deep Dive is available after an answer',
    retryable: false,
  },
  agent_not_allowed: { status: 403, title: 'The agent is not available', retryable: false },
  user_disabled: { status: 403, title: 'The user is disabled', retryable: false },
  user_blocked: { status: 403, title: 'The user is blocked', retryable: false },
  conversations_private: { status: 403, title: 'The conversations are private', retryable: false },
  admin_required: { status: 403, title: 'An administrator is required', retryable: false },
  origin_not_allowed: { status: 403, title: 'The request came from another origin', retryable: false },
  conversation_not_found: { status: 404, title: 'There is no such conversation', retryable: false },
  job_not_found: { status: 404, title: 'There is no such job', retryable: false },
  client_not_found: { status: 404, title: 'There is no such client', retryable: false },
  agent_not_found: { status: 404, title: 'There is no such agent', retryable: false },
  user_not_found: { status: 404, title: 'There is no such user', retryable: false },
  operator_not_found: { status: 404, title: 'There is no such operator', retryable: false },
  event_not_found: { status: 404, title: 'There is no such event', retryable: false },
  webhook_not_found: { status: 404, title: 'There is no such endpoint', retryable: false },
  document_not_found: { status: 404, title: 'There is no such document', retryable: false },
  version_not_found: { status: 404, title: 'There is no such version', retryable: false },
  tool_server_not_found: { status: 404, title: 'There is no such tool server', retryable: false },
  tool_not_found: { status: 404, title: 'There is no such tool', retryable: false },
  action_not_found: { status: 404, title: 'There is no such action', retryable: false },
  delivery_not_found: { status: 404, title: 'There is no such delivery', retryable: false },
  not_found: { status: 404, title: 'There is nothing at this address', retryable: false },
  method_not_allowed: { status: 405, title: 'The method is not allowed here', retryable: false },
  conversation_busy: { status: 409, title: 'The conversation is already being answered', retryable: true },
  key_overlap: { status: 409, title: 'Two keys are in use', retryable: false },
  another_user: { status: 409, title: 'Another person has signed in', retryable: false },
  client_not_revoked: { status: 409, title: 'The client is not revoked', retryable: false },
  agent_in_use: { status: 409, title: 'The agent is in use', retryable: false },
  last_owner: { status: 409, title: 'There must be at least one owner', retryable: false },
  action_closed: { status: 409, title: 'The action is closed', retryable: false },
  already_exists: { status: 409, title: 'It already exists', retryable: false },
  tool_definition_changed: { status: 409, title: 'The tool is another one by now', retryable: false },
  invalid_link: { status: 410, title: 'The link is not valid', retryable: false },
  knowledge_full: { status: 409, title: 'The documents have reached their limit', retryable: false },
  too_many_webhooks: { status: 409, title: 'There are too many endpoints', retryable: false },
  cursor_expired: { status: 410, title: 'The cursor has expired', retryable: false },
  body_too_large: { status: 413, title: 'The body is too large', retryable: false },
  unsupported_media_type: {
    status: 415,
    title: 'The media type of the body is not accepted',
    retryable: false,
  },
  invalid_json: { status: 400, title: 'The body is not valid JSON', retryable: false },
  unsupported_parameter: { status: 400, title: 'The parameter is not supported', retryable: false },
  bad_request: { status: 400, title: 'The request is not valid HTTP', retryable: false },
  request_timeout: { status: 408, title: 'The request took too long to arrive', retryable: true },
  validation_error: { status: 422, title: 'The request is not valid', retryable: false },
  external_user_id_required: { status: 422, title: 'external_user_id is required', retryable: false },
  reserved_identity_prefix: { status: 422, title: 'The identity prefix is reserved', retryable: false },
  identity_conflict: { status: 422, title: 'Two identities were sent', retryable: false },
  prompt_too_long: { status: 422, title: 'The prompt is too long', retryable: false },
  no_response_to_retry: { status: 422, title: 'There is no answer to retry', retryable: false },
  message_not_found: { status: 422, title: 'There is no such question', retryable: false },
  idempotency_mismatch: {
    status: 422,
    title: 'The idempotency key was used for another request',
    retryable: false,
  },
  too_many_tools: { status: 422, title: 'There are too many tools', retryable: false },
  tool_schema_unsupported: { status: 422, title: 'The tool cannot be offered', retryable: false },
  tool_server_url_not_allowed: { status: 422, title: 'The address is not allowed', retryable: false },
  document_unreadable: { status: 422, title: 'The document cannot be read', retryable: false },
  webhook_url_not_allowed: { status: 422, title: 'The address is not allowed', retryable: false },
  quota_exceeded: { status: 429, title: 'The daily quota is used up', retryable: false },
  rate_limited: { status: 429, title: 'Too many requests', retryable: true },
  too_many_concurrent: { status: 429, title: 'Too many answers at once', retryable: true },
  too_many_readers: { status: 429, title: 'Too many waiting readers', retryable: true },
  too_many_attempts: { status: 429, title: 'Too many attempts', retryable: true },
  provider_refused: { status: 422, title: 'The model provider refused the request', retryable: false },
  provider_error: { status: 502, title: 'The model provider failed', retryable: true },
  provider_unavailable: { status: 503, title: 'No model provider is available', retryable: true },
  provider_timeout: { status: 504, title: 'The model provider did not answer in time', retryable: true },
  queue_full: { status: 503, title: 'The queue is full', retryable: true },
  unavailable: { status: 503, title: 'The service is not available', retryable: true },
  internal_error: { status: 500, title: 'An internal error occurred', retryable: false },
} as const satisfies Record<string, { status: number; title: string; retryable: boolean }>;

export type ErrorCode = keyof typeof errorTable;

/**
 * How a turn can fail. These codes appear as `error.code` of a job, beside the provider codes.
 * - `cancelled`: stopped by the user, or by an interrupting request
 * - `worker_lost`: the process that ran the turn died (for a job: the third time)
 * - `queue_expired`: a job waited longer than the queue's limit
 * - `unavailable`: the documents that the answer may rest on could not be searched
 */
export const turnErrorTable = {
  cancelled: { title: 'The answer was cancelled', retryable: false },
  reader_stalled: { title: 'The reader made no progress', retryable: true },
  worker_lost: { title: 'The process that ran the answer died', retryable: true },
  queue_expired: { title: 'The job waited too long in the queue', retryable: true },
  turn_timeout: { title: 'The answer took too long', retryable: true },
  provider_refused: errorTable.provider_refused,
  provider_error: errorTable.provider_error,
  provider_unavailable: errorTable.provider_unavailable,
  provider_timeout: errorTable.provider_timeout,
  user_disabled: errorTable.user_disabled,
  user_blocked: errorTable.user_blocked,
  client_disabled: errorTable.client_disabled,
  unavailable: errorTable.unavailable,
  conversation_not_found: errorTable.conversation_not_found,
  agent_not_allowed: errorTable.agent_not_allowed,
  internal_error: errorTable.internal_error,
} as const satisfies Record<string, { title: string; retryable: boolean }>;

export type TurnErrorCode = keyof typeof turnErrorTable;

/** What a provider refuses in a request: `reason` of `provider_refused`. */
export const refusalReasons = ['content_filter', 'context_length', 'invalid_request'] as const;
export type RefusalReason = (typeof refusalReasons)[number];

/** `misconfigured`: a model, a key or an address that the operator has to fix, so a retry fails too. */
export type FailureReason = RefusalReason | 'misconfigured';

const refusalWords: Readonly<Record<RefusalReason, string>> = {
  content_filter: 'The content filter of the model provider refused the request: rephrase it.',
  context_length: 'The conversation is too long for the model: start a new one, or send less.',
  invalid_request: 'The model provider does not accept this request.',
};

/** The wording of a failed turn, wherever it is read. */
export function failureFacts(code: TurnErrorCode, reason: FailureReason | null) {
  const { title, retryable } = turnErrorTable[code] ?? turnErrorTable.internal_error;
  if (reason === null) return { title, detail: `${title}.`, retryable };
  if (reason === 'misconfigured') return { title, detail: `${title}.`, retryable: false };
  return { title, detail: refusalWords[reason], retryable, reason };
}

export interface FieldError {
  /** JSON Pointer into the body, or `?name` for a query parameter. */
  readonly pointer: string;
  readonly code: string;
  readonly detail: string;
}

/** RFC 9457 problem details as Parley sends them. */
export interface Problem {
  readonly ok: false;
  readonly type: string;
  readonly title: string;
  readonly status: number;
  readonly detail: string;
  readonly code: ErrorCode;
  readonly request_id: string;
  readonly retryable: boolean;
  readonly errors?: readonly FieldError[];
  readonly [member: string]: unknown;
}
