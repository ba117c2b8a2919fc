import type { ErrorCode } from '#contract/errors.ts';
import { errors, type ParleyError } from '#core/errors.ts';
import { partnerErrors } from '#core/partner-errors.ts';
import { problemOf } from '../server/problem.ts';
import { toolHash } from './examples/tools.ts';
import { ids, usedUp } from './examples/values.ts';
import type { Example } from './types.ts';

const turn = { 'x-job-id': ids.job, 'x-conversation-id': ids.conversation };

/** One refusal of each code, in the words of the service itself. */
const samples: Readonly<Record<ErrorCode, ParleyError>> = {
  missing_api_key: errors.missingApiKey(),
  invalid_api_key: errors.invalidApiKey(),
  client_disabled: errors.clientDisabled(),
  session_required: errors.sessionRequired(),
  invalid_session: errors.invalidSession(),
  session_expired: errors.sessionExpired(),
  session_revoked: errors.sessionRevoked(),
  invalid_credentials: errors.invalidCredentials(),
  invalid_passkey: errors.invalidPasskey(),
  insufficient_scope: errors.insufficientScope('admin:clients'),
  fresh_passkey_required: errors.freshPasskeyRequired(),
  subscription_inactive: errors.subscriptionInactive('past_due'),
  deep_dive_not_enabled: errors.deepDiveNotEnabled(),
  deep_dive_first_send_not_allowed: errors.deepDiveFirstSend(),
  agent_not_allowed: errors.agentNotAllowed(),
  another_user: errors.anotherUser(),
  user_disabled: errors.userDisabled(),
  user_blocked: errors.userBlocked(),
  conversations_private: partnerErrors.conversationsPrivate(),
  admin_required: errors.adminRequired(),
  origin_not_allowed: errors.originNotAllowed(),
  conversation_not_found: errors.conversationNotFound(),
  job_not_found: errors.jobNotFound(),
  client_not_found: errors.clientNotFound('acme'),
  agent_not_found: errors.agentNotFound('helper'),
  user_not_found: errors.userNotFound(),
  operator_not_found: errors.operatorNotFound(),
  event_not_found: errors.eventNotFound(),
  webhook_not_found: errors.webhookNotFound(),
  document_not_found: partnerErrors.documentNotFound(),
  document_unreadable: partnerErrors.documentUnreadable('encrypted'),
  knowledge_full: partnerErrors.knowledgeFull(50 * 1024 ** 2),
  version_not_found: partnerErrors.versionNotFound(),
  tool_server_not_found: partnerErrors.toolServerNotFound(),
  tool_not_found: partnerErrors.toolNotFound(),
  delivery_not_found: errors.deliveryNotFound(),
  too_many_webhooks: errors.tooManyWebhooks(),
  cursor_expired: errors.cursorExpired(),
  tool_definition_changed: partnerErrors.toolDefinitionChanged(toolHash),
  too_many_tools: partnerErrors.tooManyTools('The agent assistant has 16 tools already.'),
  tool_schema_unsupported: partnerErrors.toolSchemaUnsupported(
    'Its schema at /properties/status has "pattern" in a form that is not supported.',
  ),
  tool_server_url_not_allowed: partnerErrors.toolServerUrlNotAllowed(
    errors.webhookUrlNotAllowed('must begin with https://'),
  ),
  webhook_url_not_allowed: errors.webhookUrlNotAllowed(
    'must lead to a public address, and not to this service; the operator can allow a network with PARLEY_WEBHOOK_NETWORKS, such as 127.0.0.1',
  ),
  not_found: errors.notFound(),
  method_not_allowed: errors.methodNotAllowed(['GET']),
  conversation_busy: errors.conversationBusy(ids.job),
  key_overlap: partnerErrors.keyOverlap(new Date('2026-11-26T09:00:00Z')),
  client_not_revoked: errors.clientNotRevoked('acme'),
  agent_in_use: errors.agentInUse('helper is the default agent of acme: give it another default first.'),
  last_owner: errors.lastOwner(),
  action_not_found: partnerErrors.actionNotFound(),
  action_closed: partnerErrors.actionClosed(),
  already_exists: errors.alreadyExists('The client acme'),
  invalid_link: errors.invalidLink(),
  body_too_large: errors.bodyTooLarge(),
  unsupported_media_type: errors.unsupportedMediaType(),
  invalid_json: errors.invalidJson(),
  unsupported_parameter: errors.unsupportedParameter('/tools'),
  bad_request: errors.badRequest('Host must be sent once.'),
  request_timeout: errors.requestTimeout(),
  validation_error: errors.validation([
    { pointer: '/options/priorty', code: 'unknown', detail: 'is not known here' },
  ]),
  external_user_id_required: errors.externalUserIdRequired('?external_user_id'),
  reserved_identity_prefix: errors.reservedIdentityPrefix('?external_user_id'),
  identity_conflict: errors.identityConflict(),
  prompt_too_long: errors.promptTooLong(),
  no_response_to_retry: errors.noResponseToRetry('think_harder_retry'),
  message_not_found: errors.messageNotFound(),
  idempotency_mismatch: errors.idempotencyMismatch(),
  quota_exceeded: errors.quotaExceeded({
    dimension: 'requests',
    scope: 'user',
    usage: usedUp,
    retryAfterSeconds: 54_000,
    headers: {},
  }),
  rate_limited: errors.rateLimited(12, {}),
  too_many_concurrent: errors.tooManyConcurrent('user', {}),
  too_many_readers: errors.tooManyReaders(),
  too_many_attempts: errors.tooManyAttempts(60),
  provider_refused: errors.providerRefused('content_filter', turn),
  provider_error: errors.providerError(turn),
  provider_unavailable: errors.providerUnavailable(turn),
  provider_timeout: errors.providerTimeout(turn),
  queue_full: errors.queueFull(),
  unavailable: errors.unavailable(),
  internal_error: errors.internal(null),
};

export function sampleOf(code: ErrorCode): ParleyError {
  return samples[code];
}

/** `components.examples`: every problem that the service can send. */
export function problemExamples(): Record<string, Example> {
  return Object.fromEntries(
    Object.values(samples).map((error) => {
      const value = problemOf(error, ids.request);
      return [error.code, { summary: value.title, value }];
    }),
  );
}
