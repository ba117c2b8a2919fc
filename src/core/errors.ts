import {
  type ErrorCode,
  type FieldError,
  failureFacts,
  type RefusalReason,
  type TurnErrorCode,
} from '#contract/errors.ts';
import { limits } from '#contract/limits.ts';
import type { BusyDetails, QuotaDetails } from '#contract/problem.ts';
import { dayPolicy } from '#contract/quota.ts';
import { ParleyError } from './parley-error.ts';
import { burstFields } from './shared/burst-fields.ts';
import { shortened } from './shared/cut-text.ts';

export { ParleyError };

/** The cached client is older than the database's: load it again and decide again. */
export class StaleClient extends Error {
  override readonly name = 'StaleClient';
}

/** The author of a change has lost what it was admitted by, or some of it: admit it again, or refuse. */
export class StaleRights extends Error {
  override readonly name = 'StaleRights';
}

/** The database cannot be reached. The outcome of a write that was under way is unknown. */
export class DatabaseUnavailable extends Error {
  override readonly name = 'DatabaseUnavailable';
}

const field = (pointer: string, code: string, detail: string): FieldError => ({ pointer, code, detail });
const inField = (pointer: string, code: ErrorCode, detail: string) =>
  new ParleyError(code, detail, { fields: [field(pointer, code, detail)] });

/** Every refusal by name. Problems are worded here, and in openai-errors.ts what only clients of OpenAI's API meet. */
export const errors = {
  missingApiKey: () => new ParleyError('missing_api_key', 'Send the header Authorization: Bearer <API_KEY>.'),
  invalidApiKey: () => new ParleyError('invalid_api_key', 'The key is unknown, malformed or was rotated.'),
  sessionTokenAsKey: () =>
    new ParleyError(
      'invalid_api_key',
      'This is a session token, which the tenant’s own address takes; send the API key of the client here.',
    ),
  clientDisabled: () => new ParleyError('client_disabled', 'The operator revoked this client.'),
  sessionRequired: () => new ParleyError('session_required', 'Sign in, or send a session token.'),
  invalidSession: () => new ParleyError('invalid_session', 'The session token is not valid here.'),
  sessionExpired: () => new ParleyError('session_expired', 'The session has ended; start a new one.'),
  sessionRevoked: () => new ParleyError('session_revoked', 'The session was ended by an administrator.'),
  anotherUser: () =>
    new ParleyError('another_user', 'Another person has signed in since this page was loaded: reload it.'),
  invalidCredentials: () => new ParleyError('invalid_credentials', 'Email, password or tenant is wrong.'),
  insufficientScope: (scope: string) =>
    new ParleyError('insufficient_scope', `This needs a key with the scope ${scope}.`, { extra: { scope } }),
  insufficientRole: (role: string) =>
    new ParleyError('insufficient_scope', `The role ${role} does not allow this.`, { extra: { role } }),
  freshPasskeyRequired: () =>
    new ParleyError('fresh_passkey_required', 'Confirm with a passkey, then repeat the request.'),
  subscriptionInactive: (status: string) =>
    new ParleyError('subscription_inactive', `The subscription is ${status}; chat needs trial or active.`, {
      extra: { subscription_status: status },
    }),
  deepDiveNotEnabled: () =>
    new ParleyError('deep_dive_not_enabled', 'Deep Dive is not enabled for this client.'),
  deepDiveFirstSend: () =>
    new ParleyError(
      'deep_dive_first_send_not_allowed',
      'Send a plain prompt first; Deep Dive is available after its answer (think_harder_retry).',
    ),
  agentNotAllowed: () =>
    new ParleyError('agent_not_allowed', 'The agent does not exist or is not available.'),
  userDisabled: () => new ParleyError('user_disabled', 'This user was disabled by an administrator.'),
  userBlocked: () =>
    new ParleyError('user_blocked', 'This user is blocked: reading works, sending does not.'),
  adminRequired: () => new ParleyError('admin_required', 'Only administrators of the tenant may do this.'),
  originNotAllowed: () =>
    new ParleyError('origin_not_allowed', 'Changes with a cookie must come from the same origin.'),
  conversationNotFound: () => new ParleyError('conversation_not_found', 'There is no such conversation.'),
  jobNotFound: () => new ParleyError('job_not_found', 'There is no such job.'),
  clientNotFound: (slug: string) =>
    new ParleyError('client_not_found', `There is no client ${shortened(slug)}.`),
  agentNotFound: (slug: string) =>
    new ParleyError('agent_not_found', `There is no agent ${shortened(slug)}.`),
  agentInUse: (detail: string) => new ParleyError('agent_in_use', detail),
  operatorNotFound: () => new ParleyError('operator_not_found', 'There is no such operator.'),
  lastOwner: () => new ParleyError('last_owner', 'Make another operator an owner first.'),
  invalidLink: () => new ParleyError('invalid_link', 'The link is unknown, was used, or has expired.'),
  invalidPasskey: () =>
    new ParleyError('invalid_passkey', 'The passkey is unknown, or its proof is not valid.'),
  clientNotRevoked: (slug: string) =>
    new ParleyError('client_not_revoked', `Only a revoked client can be deleted: revoke ${slug} first.`),
  userNotFound: () => new ParleyError('user_not_found', 'There is no such user.'),
  alreadyExists: (what: string) => new ParleyError('already_exists', `${what} already exists.`),
  eventNotFound: () => new ParleyError('event_not_found', 'There is no such event.'),
  webhookNotFound: () => new ParleyError('webhook_not_found', 'There is no such endpoint.'),
  deliveryNotFound: () => new ParleyError('delivery_not_found', 'The event was not sent to this endpoint.'),
  tooManyWebhooks: () =>
    new ParleyError('too_many_webhooks', `A client can have at most ${limits.webhooks} endpoints.`),
  cursorExpired: () =>
    new ParleyError('cursor_expired', 'Events after this cursor may be gone; read again without after.'),
  webhookUrlNotAllowed: (detail: string) => inField('/url', 'webhook_url_not_allowed', detail),
  notFound: () => new ParleyError('not_found', 'There is nothing at this address.'),
  methodNotAllowed: (allowed: readonly string[]) =>
    new ParleyError('method_not_allowed', `Allowed here: ${allowed.join(', ')}.`, {
      headers: { allow: allowed.join(', ') },
    }),
  conversationBusy: (jobUuid: string) =>
    new ParleyError(
      'conversation_busy',
      'The conversation is already being answered; wait, or send if_busy.',
      {
        extra: { job_uuid: jobUuid } satisfies BusyDetails,
        retryAfterSeconds: 1,
      },
    ),
  bodyTooLarge: (most: number = limits.bodyBytes) =>
    new ParleyError('body_too_large', `A body may have at most ${most} bytes.`),
  unsupportedMediaType: (accepted: readonly string[] = ['application/json']) =>
    new ParleyError(
      'unsupported_media_type',
      `Send Content-Type: ${accepted.join(', or ')}, and no Content-Encoding.`,
    ),
  invalidJson: (detail = 'The body could not be read as JSON in UTF-8.') =>
    new ParleyError('invalid_json', detail),
  unsupportedParameter: (pointer: string, detail = 'is not supported here') =>
    inField(pointer, 'unsupported_parameter', detail),
  badRequest: (detail: string) => new ParleyError('bad_request', detail),
  requestTimeout: () =>
    new ParleyError(
      'request_timeout',
      `A request must arrive within ${limits.requestMs.whole / 1000} seconds, its head within ${limits.requestMs.head / 1000}.`,
    ),
  validation: (problems: readonly FieldError[]) => {
    const fields = problems.map((problem) => ({ ...problem, pointer: shortened(problem.pointer) }));
    return new ParleyError('validation_error', fields.map((f) => `${f.pointer}: ${f.detail}`).join('; '), {
      fields,
    });
  },
  invalidField: (pointer: string, detail: string, code = 'invalid') =>
    errors.validation([field(pointer, code, detail)]),
  externalUserIdRequired: (pointer: string) =>
    inField(
      pointer,
      'external_user_id_required',
      `external_user_id names the end user and is required: send it as ${pointer}.`,
    ),
  reservedIdentityPrefix: (pointer: string) =>
    inField(
      pointer,
      'reserved_identity_prefix',
      'Identities that begin with hu: belong to people who sign in on the hosted pages.',
    ),
  identityConflict: (pointer = '/external_user_id') =>
    inField(pointer, 'identity_conflict', 'The query and the body name different users.'),
  promptTooLong: () =>
    new ParleyError('prompt_too_long', `A prompt may have at most ${limits.promptCharacters} characters.`, {
      extra: { max_characters: limits.promptCharacters },
      fields: [field('/prompt', 'prompt_too_long', `At most ${limits.promptCharacters} characters.`)],
    }),
  noResponseToRetry: (option: 'think_harder_retry' | 'regenerate') =>
    inField(`/options/${option}`, 'no_response_to_retry', 'There is no answer to retry.'),
  messageNotFound: () =>
    inField('/options/replaces', 'message_not_found', 'There is no such question, or it is set aside.'),
  idempotencyMismatch: () =>
    new ParleyError('idempotency_mismatch', 'This Idempotency-Key was sent with another request.'),
  quotaExceeded: (refused: RefusedQuota) => {
    const { retryAfterSeconds, headers, ...shown } = refused;
    const details: QuotaDetails = { ...shown, reset_at: shown.usage.reset_at };
    const { dimension, scope } = details;
    return new ParleyError('quota_exceeded', `The daily limit of ${dimension} (${scope}) is used up.`, {
      extra: {
        type: 'https://iana.org/assignments/http-problem-types#quota-exceeded',
        'violated-policies': [dayPolicy(scope, dimension)],
        ...details,
      },
      retryAfterSeconds,
      headers,
    });
  },
  rateLimited: (retryAfterSeconds: number, headers: Record<string, string>) =>
    new ParleyError('rate_limited', 'The requests per minute of this key are used up.', {
      retryAfterSeconds,
      headers,
      extra: { 'violated-policies': ['client-burst-per-minute'] },
    }),
  tooManyConcurrent: (scope: string, headers: Record<string, string>) =>
    new ParleyError('too_many_concurrent', `Too many answers are running at once (${scope}).`, {
      retryAfterSeconds: 1,
      headers,
      extra: { scope, 'violated-policies': [`${scope}-concurrent-turns`] },
    }),
  tooManyReaders: () =>
    new ParleyError('too_many_readers', 'Too many requests of this user are already waiting.', {
      retryAfterSeconds: 1,
      headers: burstFields('user-waiting-readers', limits.waitingReaders, 1, 1),
      extra: { 'violated-policies': ['user-waiting-readers'] },
    }),
  tooManyAttempts: (retryAfterSeconds: number) =>
    new ParleyError('too_many_attempts', 'Too many attempts; wait before the next one.', {
      retryAfterSeconds,
    }),
  providerRefused: (reason: RefusalReason, ids: TurnIds) => {
    const { detail } = failureFacts('provider_refused', reason);
    return new ParleyError('provider_refused', detail, { headers: ids, reason, extra: { reason } });
  },
  providerError: (ids: TurnIds, retryable = true) =>
    new ParleyError('provider_error', 'The model provider did not answer the request.', {
      headers: ids,
      retryable,
    }),
  providerUnavailable: (ids: TurnIds) =>
    new ParleyError('provider_unavailable', 'No model provider is available now.', {
      retryAfterSeconds: 5,
      headers: ids,
    }),
  providerTimeout: (ids: TurnIds) =>
    new ParleyError('provider_timeout', 'The model provider took too long.', { headers: ids }),
  /** The turn ended before its first text for a reason that is neither the provider's nor the request's. */
  answerLost: (code: TurnErrorCode, ids: TurnIds) =>
    new ParleyError('unavailable', `The answer ended before it began (${code}).`, {
      retryAfterSeconds: 1,
      turnCode: code,
      headers: ids,
    }),
  queueFull: () => new ParleyError('queue_full', 'The queue is full.', { retryAfterSeconds: 10 }),
  emailNotSent: (cause: unknown) =>
    new ParleyError(
      'unavailable',
      'The mail server did not accept the email. Reset the password to try again.',
      { retryAfterSeconds: 60, cause, extra: { mail_sent: false } },
    ),
  unavailable: (cause?: unknown) =>
    new ParleyError('unavailable', 'The service cannot answer now.', { retryAfterSeconds: 2, cause }),
  internal: (cause: unknown) =>
    new ParleyError(
      'internal_error',
      'The service failed; the operator can look up the cause by the request id.',
      {
        cause,
      },
    ),
} as const;

/** Where an admitted turn can be found, sent as headers with its failure. */
type TurnIds = Record<'x-job-id' | 'x-conversation-id', string>;

interface RefusedQuota extends Readonly<Omit<QuotaDetails, 'reset_at'>> {
  readonly retryAfterSeconds: number;
  readonly headers: Record<string, string>;
}
