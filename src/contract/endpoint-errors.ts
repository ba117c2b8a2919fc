import type { Endpoint } from './endpoint.ts';
import type { ErrorCode } from './errors.ts';

/**
 * The interfaces to the same answers: with a key on the API's origin, in our own form or in OpenAI's, or with a session
 * token on a tenant's.
 */
export type Surface = 'api' | 'openai' | 'hosted';

/** Every code with which an operation can be refused, in the order of the checks. */
export function errorCodesOf(endpoint: Endpoint, surface: Surface): readonly ErrorCode[] {
  const codes: readonly ErrorCode[] = [
    'bad_request',
    'request_timeout',
    ...credentialCodes(endpoint, surface),
    ...(endpoint.freshness === 'cached' ? (['subscription_inactive'] as const) : []),
    ...bodyCodes(endpoint),
    'validation_error',
    ...(surface === 'api' ? identityCodes(endpoint) : []),
    ...endpoint.errors,
    ...(surface === 'hosted' && endpoint.freshness === 'cached'
      ? (['deep_dive_first_send_not_allowed', 'admin_required', 'insufficient_scope'] as const)
      : []),
    'unavailable',
    'internal_error',
  ];
  return [...new Set(codes)];
}

function credentialCodes({ scope }: Endpoint, surface: Surface): readonly ErrorCode[] {
  if (surface === 'hosted') {
    return [
      'session_required',
      'invalid_session',
      'session_expired',
      'session_revoked',
      'user_disabled',
      'another_user',
      'origin_not_allowed',
    ];
  }
  const key = ['missing_api_key', 'invalid_api_key', 'client_disabled'] as const;
  return scope === null ? key : [...key, 'insufficient_scope'];
}

function bodyCodes({ body, fileTypes }: Endpoint): readonly ErrorCode[] {
  if (fileTypes !== undefined) return ['unsupported_media_type', 'body_too_large'];
  return body === null ? [] : ['unsupported_media_type', 'body_too_large', 'invalid_json'];
}

function identityCodes({ query, body, identityOptional }: Endpoint): readonly ErrorCode[] {
  const inQuery = 'external_user_id' in query.properties;
  const inBody = body !== null && 'external_user_id' in body.properties;
  const inContext = body !== null && 'context' in body.properties;
  if (!inQuery && !inBody && !inContext) return [];
  if (identityOptional) return ['reserved_identity_prefix'];
  const codes = ['external_user_id_required', 'reserved_identity_prefix'] as const;
  return inQuery && inBody ? [...codes, 'identity_conflict'] : codes;
}

/** The refusals of versions, which the routes in OpenAI's form do not make. */
const versionErrors = ['no_response_to_retry', 'message_not_found'] as const;

/** The refusals of every prompt, in the order of the checks. */
export const admissionErrors = [
  'prompt_too_long',
  'user_blocked',
  'agent_not_allowed',
  'deep_dive_not_enabled',
  'conversation_not_found',
  'idempotency_mismatch',
  ...versionErrors,
  'conversation_busy',
  'rate_limited',
  'too_many_concurrent',
  'quota_exceeded',
] as const;

/** The same for a prompt that cannot be a version. */
export const plainAdmissionErrors = admissionErrors.filter(
  (code) => !versionErrors.some((version) => version === code),
);
