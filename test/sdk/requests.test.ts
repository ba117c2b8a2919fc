import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type ErrorCode, errorTable } from '#contract/errors.ts';
import type { Break } from '#test/break.ts';
import {
  AbortError,
  ApiError,
  AuthenticationError,
  BadRequestError,
  ConfigurationError,
  ConflictError,
  ConnectionError,
  NotFoundError,
  Parley,
  PermissionError,
  QuotaExceededError,
  RateLimitError,
  ServerError,
  SubscriptionError,
  TimeoutError,
  UnexpectedAnswerError,
  ValidationError,
} from '../../src/sdk/index.ts';
import { startPair } from './client.ts';
import { hangUp, json, refusal, usage, user } from './wire-answers.ts';

const route = 'GET /v1/usage';
const now = { 'retry-after': '0' };

test('each family of refusals has its class', async () => {
  const kinds: readonly [ErrorCode, new (...values: never[]) => ApiError][] = [
    ['invalid_json', BadRequestError],
    ['invalid_api_key', AuthenticationError],
    ['subscription_inactive', SubscriptionError],
    ['agent_not_allowed', PermissionError],
    ['conversation_not_found', NotFoundError],
    ['method_not_allowed', BadRequestError],
    ['already_exists', ConflictError],
    ['body_too_large', BadRequestError],
    ['identity_conflict', ValidationError],
    ['too_many_attempts', RateLimitError],
    ['internal_error', ServerError],
  ];
  await using pair = await startPair();
  for (const [code, Kind] of kinds) {
    pair.service.on(route, refusal(code));
    await assert.rejects(pair.client.usage.get({ externalUserId: user }), (error) => {
      assert.ok(error instanceof Kind, code);
      const { status, retryable } = errorTable[code];
      assert.deepEqual(
        [error.code, error.status, error.retryable, error.requestId, error.name],
        [code, status, retryable, 'req-1', Kind.name],
      );
      assert.equal(error.problem?.detail, `Because of ${code}.`);
      return true;
    });
  }
});

test('a used up quota says which one, whose, and until when, and is never repeated', async () => {
  await using pair = await startPair();
  const reset_at = '2026-11-12T00:00:00Z';
  const members = { dimension: 'deep_dive', scope: 'user', usage, reset_at };
  pair.service.on(route, refusal('quota_exceeded', members, now));
  await assert.rejects(pair.client.usage.get({ externalUserId: user }), (error) => {
    assert.ok(error instanceof QuotaExceededError && error instanceof RateLimitError);
    assert.deepEqual([error.dimension, error.scope, error.resetAt], ['deep_dive', 'user', reset_at]);
    assert.deepEqual(error.usage, usage);
    return true;
  });
  assert.equal(pair.service.calls.length, 1);
});

test('a validation error names its fields', async () => {
  await using pair = await startPair();
  const errors = [{ pointer: '/prompt', code: 'too_short', detail: 'It is empty.' }];
  pair.service.on(route, refusal('validation_error', { errors }));
  await assert.rejects(
    pair.client.usage.get({ externalUserId: user }),
    (error) => error instanceof ValidationError && error.errors[0]?.pointer === '/prompt',
  );
});

test('what will pass is repeated', async () => {
  for (const code of ['rate_limited', 'too_many_concurrent', 'provider_error', 'queue_full'] as const) {
    await using pair = await startPair();
    pair.service.on(route, refusal(code, {}, now), hangUp, json({ ok: true, usage }));
    assert.deepEqual(await pair.client.usage.get({ externalUserId: user }), { ok: true, usage }, code);
    assert.equal(pair.service.calls.length, 3);
  }
});

test('repeating ends after maxRetries', async () => {
  await using pair = await startPair();
  pair.service.on(route, refusal('unavailable', {}, now));
  await assert.rejects(pair.client.usage.get({ externalUserId: user }), ServerError);
  assert.equal(pair.service.calls.length, 4);
});

test('a long Retry-After is for the caller', async () => {
  await using pair = await startPair();
  pair.service.on(route, refusal('unavailable', {}, { 'retry-after': '3600' }));
  await assert.rejects(
    pair.client.usage.get({ externalUserId: user }),
    (error) => error instanceof ServerError && error.retryAfterSeconds === 3600,
  );
  assert.equal(pair.service.calls.length, 1);
});

test('a delete whose answer was lost is not sent again', async () => {
  await using pair = await startPair();
  pair.service.on('DELETE /v1/conversations/a', hangUp);
  await assert.rejects(pair.client.conversations.delete('a', { externalUserId: user }), ConnectionError);
  assert.equal(pair.service.calls.length, 1);
});

test('a service that does not answer in time is a TimeoutError', async () => {
  let tries = 0;
  await using pair = await startPair({
    timeoutMs: 100,
    // Counted where they begin: a busy machine may not have taken a request when its time is over.
    fetch: (...request) => {
      tries += 1;
      return fetch(...request);
    },
  });
  pair.service.on(route, () => undefined);
  await assert.rejects(pair.client.usage.get({ externalUserId: user }), TimeoutError);
  assert.equal(tries, 4);
});

test('a body that breaks is repeated', async () => {
  await using pair = await startPair();
  pair.service.on(
    route,
    ({ response }) => {
      response.writeHead(200, { 'content-length': 100 }).write('{', () => response.destroy());
    },
    json({ ok: true, usage }),
  );
  assert.equal((await pair.client.usage.get({ externalUserId: user })).ok, true);
});

test('an aborted signal ends a request at once, and a pause between two', async () => {
  await using pair = await startPair();
  const controller = new AbortController();
  pair.service.on(route, (call) => {
    refusal('unavailable', {}, { 'retry-after': '59' })(call);
    call.response.on('finish', () => controller.abort());
  });
  const asking = pair.client.usage.get({ externalUserId: user, signal: controller.signal });
  await assert.rejects(asking, AbortError);
  await assert.rejects(pair.client.usage.get({ signal: AbortSignal.abort() }), AbortError);
  assert.equal(pair.service.calls.length, 1);
});

test('the page of a proxy is an error without a code', async () => {
  await using pair = await startPair();
  pair.service.on(route, ({ response }) => void response.writeHead(413).end('<h1>Too large</h1>'));
  await assert.rejects(
    pair.client.usage.get({ externalUserId: user }),
    (error) => error instanceof ApiError && error.code === null && error.status === 413,
  );
});

test('a page in place of an answer is an error', async () => {
  await using pair = await startPair();
  pair.service.on(route, ({ response }) => void response.end('<h1>Welcome to our WiFi</h1>'));
  await assert.rejects(pair.client.usage.get({ externalUserId: user }), UnexpectedAnswerError);
});

test('a redirect is not followed', async () => {
  await using pair = await startPair();
  pair.service.on(route, ({ response }) => void response.writeHead(307, { location: '/elsewhere' }).end());
  await assert.rejects(pair.client.usage.get({ externalUserId: user }), {
    name: 'UnexpectedAnswerError',
    message: /redirect/,
  });
  assert.equal(pair.service.calls.length, 1);
});

test('an identity arrives as it was given', async () => {
  await using pair = await startPair();
  pair.service.on(route, json({ ok: true, usage }));
  const externalUserId = 'a&b=c+d é/?#🌍';
  await pair.client.usage.get({ externalUserId });
  assert.equal(pair.service.calls[0]?.query.get('external_user_id'), externalUserId);
});

test('a client that cannot work says so when it is made', () => {
  const made = [
    () => new Parley({ apiKey: '', baseUrl: 'http://localhost:8080/v1' }),
    () => new Parley({ apiKey: 'parley_sk_test', baseUrl: 'localhost' }),
    () => new Parley({ token: '', tenantUrl: 'http://acme.localhost:8080' }),
  ];
  for (const make of made) assert.throws(make, ConfigurationError);
});

export const breaks: readonly Break[] = [
  {
    rule: 'A redirect is not followed, since the secret is for one origin',
    file: 'src/sdk/transport.ts',
    replace: "redirect: 'manual'",
    by: "redirect: 'follow'",
  },
  {
    rule: 'Requests end after so many repeats',
    file: 'src/sdk/transport.ts',
    replace: 'repeats < maxRetries',
    by: 'repeats <= maxRetries',
  },
  {
    rule: 'Only what would be answered differently is kept from being repeated',
    file: 'src/sdk/transport.ts',
    replace: 'request.repeatable ?? true',
    by: 'request.repeatable ?? false',
  },
];
