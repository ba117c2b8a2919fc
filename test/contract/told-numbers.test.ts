import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type ErrorCode, errorTable } from '#contract/errors.ts';
import { limits } from '#contract/limits.ts';
import { codeSeconds } from '#core/identity/one-time-code.ts';
import { consoleSeconds } from '#core/operators/start-session.ts';
import { throttleRules } from '#core/sign-in/throttle.ts';
import type { Break } from '#test/break.ts';

/**
 * Partners have written these numbers into their programs. The other tests take them from the contract's own tables,
 * so that they would follow a mistake there.
 */
const statuses: Readonly<Record<number, readonly ErrorCode[]>> = {
  400: ['invalid_json', 'bad_request', 'unsupported_parameter'],
  401: [
    'missing_api_key',
    'invalid_api_key',
    'client_disabled',
    'session_required',
    'invalid_session',
    'session_expired',
    'session_revoked',
    'invalid_credentials',
    'invalid_passkey',
  ],
  402: ['subscription_inactive'],
  403: [
    'insufficient_scope',
    'deep_dive_not_enabled',
    'deep_dive_first_send_not_allowed',
    'agent_not_allowed',
    'user_disabled',
    'user_blocked',
    'fresh_passkey_required',
    'admin_required',
    'origin_not_allowed',
  ],
  404: [
    'conversation_not_found',
    'job_not_found',
    'not_found',
    'client_not_found',
    'agent_not_found',
    'tool_not_found',
  ],
  405: ['method_not_allowed'],
  408: ['request_timeout'],
  409: [
    'conversation_busy',
    'another_user',
    'agent_in_use',
    'last_owner',
    'already_exists',
    'tool_definition_changed',
  ],
  410: ['cursor_expired', 'invalid_link'],
  413: ['body_too_large'],
  415: ['unsupported_media_type'],
  422: [
    'validation_error',
    'external_user_id_required',
    'reserved_identity_prefix',
    'identity_conflict',
    'prompt_too_long',
    'no_response_to_retry',
    'message_not_found',
    'idempotency_mismatch',
    'webhook_url_not_allowed',
    'tool_server_url_not_allowed',
    'tool_schema_unsupported',
    'too_many_tools',
    'provider_refused',
  ],
  429: ['quota_exceeded', 'rate_limited', 'too_many_concurrent', 'too_many_readers', 'too_many_attempts'],
  500: ['internal_error'],
  502: ['provider_error'],
  503: ['provider_unavailable', 'queue_full', 'unavailable'],
  504: ['provider_timeout'],
};

test('Each refusal has the documented status', () => {
  for (const [status, codes] of Object.entries(statuses)) {
    const found = codes.map((code) => [code, errorTable[code].status]);
    assert.deepEqual(
      found,
      codes.map((code) => [code, Number(status)]),
    );
  }
});

test('The limits are the documented ones', () => {
  const told = {
    bodyBytes: 524_288,
    openAiBodyBytes: 4_194_304,
    requestMs: { head: 10_000, whole: 30_000 },
    promptCharacters: 32_000,
    importedMessages: 2_000,
    systemCharacters: 8_000,
    externalUserIdBytes: 255,
    titleCharacters: 200,
    searchCharacters: 200,
    commentCharacters: 2_000,
    idempotencyKeyCharacters: 255,
    idempotencyHours: 24,
    conversationPage: { default: 20, max: 100 },
    messagePage: { default: 50, max: 200 },
    administrativePage: { default: 20, max: 100 },
    eventPage: { default: 20, max: 100 },
    eventDays: 30,
    webhooks: 10,
    toolServers: 10,
    toolsOfAgent: { count: 16, bytes: 16_384 },
    toolLabelCharacters: 80,
    toolQuestionCharacters: 300,
    toolCallsListed: 50,
    guidanceVersions: 50,
    toolTimeoutMs: { default: 10_000, min: 1_000, max: 30_000 },
    toolArgumentsBytes: 8_192,
    toolResultBytes: { read: 262_144, kept: 32_768 },
    webhookOverlapSeconds: { default: 86_400, max: 604_800 },
    messagePageBytes: 524_288,
    waitSeconds: 30,
    sessionTtlSeconds: { default: 3_600, min: 300, max: 43_200 },
    loginSessionSeconds: 43_200,
    heartbeatSeconds: 15,
    streamHeaderHoldMs: 5_000,
    writeBufferBytes: 65_536,
    waitingReaders: 64,
    keyOverlapSeconds: 604_800,
    unlistedDays: 30,
    defaultDailyLimit: { trial: 200, active: 5_000, past_due: 200, canceled: 200 },
  };
  const found = Object.fromEntries(Object.entries(limits).filter(([name]) => name in told));
  assert.deepEqual(found, told);
});

test('Codes, links and sessions end when the documentation says', () => {
  assert.deepEqual(codeSeconds, {
    ...{ 'signed-in': 60, 'new-password': 900, 'hand-over': 60, reset: 3_600, invite: 604_800 },
  });
  assert.deepEqual(consoleSeconds, {
    ...{ idle: 1_800, session: { passkey: 43_200, link: 1_800 }, strong: 600, ceremony: 300, link: 86_400 },
  });
});

test('A password can be guessed as often as the documentation says', () => {
  assert.deepEqual(throttleRules, {
    signIn: { name: 'sign-in', device: 10, network: 10, site: 40, total: 300, address: 60 },
    reset: { name: 'reset', device: 5, network: 5, site: 20, total: 100, address: 30 },
  });
});

export const breaks: readonly Break[] = [
  {
    rule: 'The status of a provider that took too long is 504',
    file: 'src/contract/errors.ts',
    replace: 'provider_timeout: { status: 504',
    by: 'provider_timeout: { status: 503',
  },
  {
    rule: 'The longest prompt is as long as the documentation says',
    file: 'src/contract/limits.ts',
    replace: 'promptCharacters: 32_000',
    by: 'promptCharacters: 3_200_000',
  },
  {
    rule: 'A head is held for as long as the documentation says',
    file: 'src/contract/limits.ts',
    replace: 'streamHeaderHoldMs: 5_000',
    by: 'streamHeaderHoldMs: 500_000',
  },
  {
    rule: 'As many calls of a tool server are listed as the documentation says',
    file: 'src/contract/limits.ts',
    replace: 'toolCallsListed: 50',
    by: 'toolCallsListed: 51',
  },
  {
    rule: 'As many versions of guidance are listed as the documentation says',
    file: 'src/contract/limits.ts',
    replace: 'guidanceVersions: 50',
    by: 'guidanceVersions: 51',
  },
  {
    rule: 'A label of a tool is as long as the documentation says',
    file: 'src/contract/limits.ts',
    replace: 'toolLabelCharacters: 80',
    by: 'toolLabelCharacters: 800',
  },
  {
    rule: 'A question of a tool is as long as the documentation says',
    file: 'src/contract/limits.ts',
    replace: 'toolQuestionCharacters: 300',
    by: 'toolQuestionCharacters: 3_000',
  },
  {
    rule: 'A link to a new password ends after an hour',
    file: 'src/core/identity/one-time-code.ts',
    replace: 'reset: 60 * 60,',
    by: 'reset: 600 * 60,',
  },
  {
    rule: 'An invitation ends after a week',
    file: 'src/core/identity/one-time-code.ts',
    replace: 'invite: 7 * 24 * 60 * 60',
    by: 'invite: 70 * 24 * 60 * 60',
  },
  {
    rule: 'A sign-in is handed over within a minute',
    file: 'src/core/identity/one-time-code.ts',
    replace: "'hand-over': 60,",
    by: "'hand-over': 600,",
  },
  {
    rule: 'A use of a passkey in the console ends after five minutes',
    file: 'src/core/operators/start-session.ts',
    replace: 'ceremony: 5 * 60',
    by: 'ceremony: 50 * 60',
  },
  {
    rule: 'A link of an operator ends after a day',
    file: 'src/core/operators/start-session.ts',
    replace: '  link: 24 * 60 * 60',
    by: '  link: 240 * 60 * 60',
  },
  {
    rule: 'A site has forty attempts at one account',
    file: 'src/core/sign-in/throttle.ts',
    replace: 'network: 10, site: 40',
    by: 'network: 10, site: 400',
  },
  {
    rule: 'A site can ask for twenty links to a new password',
    file: 'src/core/sign-in/throttle.ts',
    replace: 'network: 5, site: 20',
    by: 'network: 5, site: 200',
  },
];
