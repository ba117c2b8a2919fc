import type { Dimension, Usage } from './wire.ts';

/** The codes of this version of the service. A newer service may send others. */
export type ErrorCode =
  | 'missing_api_key'
  | 'invalid_api_key'
  | 'client_disabled'
  | 'session_required'
  | 'invalid_session'
  | 'session_expired'
  | 'session_revoked'
  | 'invalid_credentials'
  | 'insufficient_scope'
  | 'subscription_inactive'
  | 'deep_dive_not_enabled'
  | 'deep_dive_first_send_not_allowed'
  | 'agent_not_allowed'
  | 'user_disabled'
  | 'admin_required'
  | 'origin_not_allowed'
  | 'conversation_not_found'
  | 'job_not_found'
  | 'client_not_found'
  | 'agent_not_found'
  | 'user_not_found'
  | 'not_found'
  | 'method_not_allowed'
  | 'conversation_busy'
  | 'agent_in_use'
  | 'already_exists'
  | 'body_too_large'
  | 'unsupported_media_type'
  | 'invalid_json'
  | 'bad_request'
  | 'request_timeout'
  | 'validation_error'
  | 'external_user_id_required'
  | 'reserved_identity_prefix'
  | 'identity_conflict'
  | 'prompt_too_long'
  | 'no_response_to_retry'
  | 'idempotency_mismatch'
  | 'quota_exceeded'
  | 'rate_limited'
  | 'too_many_concurrent'
  | 'too_many_readers'
  | 'too_many_attempts'
  | 'provider_error'
  | 'provider_unavailable'
  | 'provider_timeout'
  | 'queue_full'
  | 'unavailable'
  | 'internal_error';

/** How an answer can have ended badly. */
export type TurnErrorCode =
  | 'cancelled'
  | 'reader_stalled'
  | 'worker_lost'
  | 'queue_expired'
  | 'turn_timeout'
  | 'provider_error'
  | 'provider_unavailable'
  | 'provider_timeout'
  | 'user_disabled'
  | 'client_disabled'
  | 'conversation_not_found'
  | 'agent_not_allowed'
  | 'internal_error';

/** Keeps the known codes in the editor's suggestions and accepts any other. */
export type Open<Code extends string> = Code | (string & Record<never, never>);

export interface FieldError {
  /** JSON Pointer into the body, or `?name` for a query parameter. */
  readonly pointer: string;
  readonly code: string;
  readonly detail: string;
}

/** The body of a refusal: RFC 9457 problem details. */
export interface Problem {
  readonly ok: false;
  readonly type: string;
  readonly title: string;
  readonly status: number;
  readonly detail: string;
  readonly code: Open<ErrorCode>;
  readonly request_id: string;
  readonly retryable: boolean;
  readonly errors?: readonly FieldError[];
  readonly [member: string]: unknown;
}

export interface QuotaProblem extends Problem {
  readonly dimension: Dimension;
  readonly scope: 'user' | 'client';
  readonly usage: Usage;
  readonly reset_at: string;
}

export interface BusyProblem extends Problem {
  readonly job_uuid: string;
}

/** The problem in a body, or null for anything else, such as the page of a proxy. */
export function parseProblem(text: string): Problem | null {
  const body = parseOrNull(text);
  return isProblem(body) ? body : null;
}

export function isQuotaProblem(problem: Problem | null): problem is QuotaProblem {
  return (
    problem?.code === 'quota_exceeded' &&
    typeof problem['dimension'] === 'string' &&
    typeof problem['usage'] === 'object'
  );
}

export function isBusyProblem(problem: Problem | null): problem is BusyProblem {
  return problem?.code === 'conversation_busy' && typeof problem['job_uuid'] === 'string';
}

function isProblem(body: unknown): body is Problem {
  return typeof body === 'object' && body !== null && 'code' in body && typeof body.code === 'string';
}

function parseOrNull(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
